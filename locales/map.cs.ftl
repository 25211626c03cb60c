# Mapa archivu: stromy, významnost, mrtvé odkazy.

map-cannot-write = nelze zapsat '{ $file }'
map-completeness = { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
}, chybí { $missing } z { $needed } částí, úplnost { $score } %
map-dangling = { $nodes ->
    [one] { $nodes } z nich nemá odkazy; jeho význam se dělí mezi všechny
    [few] { $nodes } z nich nemají odkazy; jejich význam se dělí mezi všechny
   *[other] { $nodes } z nich nemá odkazy; jejich význam se dělí mezi všechny
}
map-dead = { $links ->
    [one] { $links } mrtvý odkaz
    [few] { $links } mrtvé odkazy
   *[other] { $links } mrtvých odkazů
} na { $targets ->
    [one] { $targets } adresu
    [few] { $targets } adresy
   *[other] { $targets } adres
}
map-dead-left-out = { $links ->
    [one] ještě { $links } odkaz má potíž; na výpis jeho cíle nezbylo místo
    [few] ještě { $links } odkazy mají potíž; na výpis jejich cílů nezbylo místo
   *[other] ještě { $links } odkazů má potíž; na výpis jejich cílů nezbylo místo
}
map-depth = { $clicks ->
    [one] { $clicks } kliknutí daleko:
    [few] { $clicks } kliknutí daleko:
   *[other] { $clicks } kliknutí daleko:
} { $documents ->
    [one] { $documents } dokument
    [few] { $documents } dokumenty
   *[other] { $documents } dokumentů
}
map-documents = { $documents ->
    [one] { $documents } dokument
    [few] { $documents } dokumenty
   *[other] { $documents } dokumentů
}
map-export-left = { $pages ->
    [one] { $pages } stránka chybí
    [few] { $pages } stránky chybí
   *[other] { $pages } stránek chybí
}: sitemap jich smí mít 50 000; s --out se zapíšou další soubory
map-exported = { $nodes ->
    [one] { $nodes } uzel
    [few] { $nodes } uzly
   *[other] { $nodes } uzlů
}, { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
}
map-farm = { $name }: z { $sources }, které sem odkazují, { $captives } neodkazuje nikam jinam; význam může pocházet z farmy odkazů
map-hint-alike = tato adresa se liší jen zápisem: { $uri }
map-hint-captured = archiv má dřívější obsah z { $time }
map-hint-redirect = odkazujte rovnou na { $uri }: tam přesměrování končí
map-in-links = { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
} na { $pages ->
    [one] { $pages } stránce
    [few] { $pages } stránkách
   *[other] { $pages } stránkách
}
map-looked-at = prověřeno: { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
} z { $pages ->
    [one] { $pages } stránky
    [few] { $pages } stránek
   *[other] { $pages } stránek
}
map-more-links = { $links ->
    [one] a ještě { $links } odkaz
    [few] a ještě { $links } odkazy
   *[other] a ještě { $links } odkazů
}
map-more-parts = { $parts ->
    [one] a ještě { $parts } část
    [few] a ještě { $parts } části
   *[other] a ještě { $parts } částí
}
map-out-links = { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
}
map-problem-connection = spojení se nezdařilo
map-problem-dns = takový server neexistuje
map-problem-ignored = vynecháno pravidlem o adresách
map-problem-missing-fragment = není tam místo se jménem '{ $place }'
map-problem-mixed-content = nešifrované na šifrované stránce
map-problem-not-archived = nearchivováno
map-problem-out-of-scope = nesklizeno: mimo rozsah
map-problem-redirect-chain = { $hops ->
    [one] { $hops } přesměrování po cestě
    [few] { $hops } přesměrování po cestě
   *[other] { $hops } přesměrování po cestě
}
map-problem-redirect-loop = přesměrování v kruhu
map-problem-robots = nesklizeno: zakazuje to robots.txt
map-problem-soft-404 = říká „nenalezeno“ s dobrým stavem
map-problem-status = stav { $status }
map-problem-timeout = odpověď nepřišla včas
map-problem-tls = certifikát neplatí
map-problem-unknown = nesklizeno
map-problem-waiting = čeká na sklizeň
map-ranked = { $nodes ->
    [one] { $nodes } uzel
    [few] { $nodes } uzly
   *[other] { $nodes } uzlů
}, mezi nimi { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
}
map-sampled = hodnoty jsou spočteny ze vzorku a mohou se lišit o několik procent
map-sheet-fault = { $fault }: { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
}
map-sheet-faults = závady
map-sheet-missing = –
map-sheet-pages = { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
}
map-site-asked = odkazů na jiné weby prověřeno
map-site-complete = části stránek, které jsou k mání
map-site-dead = mrtvých cílů odkazů
map-site-links = odkazů
map-site-none-dead = žádné
map-site-pages = stránek
map-site-title = Web { $home }
map-site-title-best = Nejvýznamnější stránky
map-site-title-dead = Mrtvé odkazy
map-site-title-others = Odkazy, které stojí za pozornost
map-site-title-tree = Strom webu
map-site-unasked = { $links ->
    [one] { $links } odkaz na jiný web nebyl prověřen
    [few] { $links } odkazy na jiné weby nebyly prověřeny
   *[other] { $links } odkazů na jiné weby nebylo prověřeno
}
map-site-unfinished = sklizeň byla zastavena před koncem: toto je část webu
map-site-unreached = dokumentů, k nimž žádné odkazy nevedou
map-unreached = { $documents ->
    [one] ještě { $documents } dokument, k němuž žádné odkazy nevedou
    [few] ještě { $documents } dokumenty, k nimž žádné odkazy nevedou
   *[other] ještě { $documents } dokumentů, k nimž žádné odkazy nevedou
}

## Chyby

error-map-none = archiv nemá mapu; vytvoří ji 'stodola archive rebuild --only map'
error-map-damaged = '{ $path }' je poškozený: { $what }; nově jej vytvoří 'stodola archive rebuild --only map'
error-map-newer = '{ $path }' zapsal novější program
error-map-no-page = mapa nemá stránku '{ $uri }'
error-map-write = nelze zapisovat: { $error }
error-map-no-collection = sbírka '{ $name }' neexistuje
error-map-round-open = kolo { $round } úlohy '{ $job }' ještě neskončilo
error-map-no-host = '{ $uri }' není URI se serverem, jako https://example.org/
error-map-ask = serverů se nelze ptát: { $error }
error-map-no-home = řekněte, od které stránky má strom růst, například http://www.example.cz/
map-documents-read = { $documents ->
    [one] přečten { $documents } dokument
    [few] přečteny { $documents } dokumenty
   *[other] přečteno { $documents } dokumentů
} z { $total } nalezených
map-near-relaxed = žádné slovo není blízko všem zadaným; blízko některým z nich:
map-topic-others = (ostatní stránky)
visits-none = v tomto archivu se nezaznamenává, co čtenáři otevírají; začne to s --on
visits-off = už se nic nezaznamenává a všechny návštěvy jsou smazány
visits-on = od této chvíle se zaznamenává, co čtenáři otevírají; smaže se to po { $days ->
    [one] { $days } dni
    [few] { $days } dnech
   *[other] { $days } dnech
}
