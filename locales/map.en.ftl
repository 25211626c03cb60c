# The map of an archive: trees, ranks, dead links.

map-cannot-write = cannot write '{ $file }'
map-completeness = { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}, { $missing } of { $needed } parts missing, complete to { $score } %
map-dangling = { $nodes ->
    [one] { $nodes } of them has no links; its rank is shared among all
   *[other] { $nodes } of them have no links; their ranks are shared among all
}
map-dead = { $links ->
    [one] { $links } dead link
   *[other] { $links } dead links
} to { $targets ->
    [one] { $targets } address
   *[other] { $targets } addresses
}
map-dead-left-out = { $links ->
    [one] { $links } more link has a problem; there was no room to list its target
   *[other] { $links } more links have a problem; there was no room to list their targets
}
map-depth = { $clicks ->
    [one] { $clicks } click away:
   *[other] { $clicks } clicks away:
} { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}
map-documents = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}
map-export-left = { $pages ->
    [one] { $pages } page is left out
   *[other] { $pages } pages are left out
}: a sitemap may have 50,000; with --out further files are written
map-exported = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $links ->
    [one] { $links } link
   *[other] { $links } links
}
map-farm = { $name }: { $captives } of { $sources } that link to it link to nothing else; its rank may come from a link farm
map-hint-alike = this address differs only in its spelling: { $uri }
map-hint-captured = the archive has an earlier content, from { $time }
map-hint-redirect = link to { $uri } instead: redirects end there
map-in-links = { $links ->
    [one] { $links } link
   *[other] { $links } links
} on { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}
map-looked-at = { $links ->
    [one] { $links } link
   *[other] { $links } links
} of { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
} looked at
map-more-links = { $links ->
    [one] and { $links } more link
   *[other] and { $links } more links
}
map-more-parts = { $parts ->
    [one] and { $parts } more part
   *[other] and { $parts } more parts
}
map-out-links = { $links ->
    [one] { $links } link
   *[other] { $links } links
}
map-problem-connection = the connection failed
map-problem-dns = no such host
map-problem-ignored = ignored by a rule about addresses
map-problem-missing-fragment = no place with the name '{ $place }' there
map-problem-mixed-content = not encrypted, on an encrypted page
map-problem-not-archived = not archived
map-problem-out-of-scope = not harvested: out of scope
map-problem-redirect-chain = { $hops ->
    [one] { $hops } redirect on the way
   *[other] { $hops } redirects on the way
}
map-problem-redirect-loop = redirects in a circle
map-problem-robots = not harvested: robots.txt forbids it
map-problem-soft-404 = says "not found" with a good status
map-problem-status = status { $status }
map-problem-timeout = no answer in time
map-problem-tls = the certificate is not valid
map-problem-unknown = not harvested
map-problem-waiting = waits to be harvested
map-ranked = { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
}, { $links ->
    [one] { $links } link
   *[other] { $links } links
} between them
map-sampled = the values are computed from a sample, and may be some per cent off
map-sheet-fault = { $fault }: { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}
map-sheet-faults = faults
map-sheet-missing = –
map-sheet-pages = { $pages ->
    [one] { $pages } page
   *[other] { $pages } pages
}
map-site-asked = links to other sites asked about
map-site-complete = parts of pages that are there
map-site-dead = dead targets of links
map-site-links = links
map-site-none-dead = none
map-site-pages = pages
map-site-title = The site { $home }
map-site-title-best = The most important pages
map-site-title-dead = Dead links
map-site-title-others = Links worth a look
map-site-title-tree = The tree of the site
map-site-unasked = { $links ->
    [one] { $links } link to another site was not asked about
   *[other] { $links } links to other sites were not asked about
}
map-site-unfinished = the harvest was stopped before its end: this is a part of the site
map-site-unreached = documents without a way of links to them
map-unreached = { $documents ->
    [one] { $documents } more document; no way of links leads to it
   *[other] { $documents } more documents; no way of links leads to them
}

## Errors

error-map-none = the archive has no map; 'stodola archive rebuild --only map' makes it
error-map-damaged = '{ $path }' is damaged: { $what }; 'stodola archive rebuild --only map' makes it anew
error-map-newer = '{ $path }' was written by a newer program
error-map-no-page = the map has no page '{ $uri }'
error-map-write = cannot write: { $error }
error-map-no-collection = there is no collection '{ $name }'
error-map-round-open = round { $round } of job '{ $job }' has not ended yet
error-map-no-host = '{ $uri }' is not a URI with a host, such as https://example.org/
error-map-ask = cannot ask servers: { $error }
error-map-no-home = say from which page the tree grows, for example http://www.example.cz/
map-documents-read = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
} read, of { $total } found
map-near-relaxed = no word is near to all of these; near to some of them:
map-topic-others = (other pages)
visits-none = what readers open is not recorded in this archive; --on begins it
visits-off = nothing is recorded any more, and all visits are erased
visits-on = what readers open is recorded from now on, and erased after { $days ->
    [one] { $days } day
   *[other] { $days } days
}
