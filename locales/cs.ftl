# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Archiv

archive-add-known = { $path }: tytéž bajty už archiv má: { $name }
archive-added = přidáno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}{ $outcomes ->
    [0] { "" }
    [one] , { $outcomes } osud URI
    [few] , { $outcomes } osudy URI
   *[other] , { $outcomes } osudů URI
}{ $moved ->
    [0] { "" }
   *[other] ; přesunuto: { $moved }
}{ $known ->
    [0] { "" }
   *[other] ; už tam bylo: { $known }
}
archive-captures = { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}
archive-check-back = znovu se objevil
archive-check-dependents = { $captures ->
    [one] { $captures } závislý záznam jinde
    [few] { $captures } závislé záznamy jinde
   *[other] { $captures } závislých záznamů jinde
}
archive-check-finding = na pozici { $offset }: { $rule }: { $message }
archive-check-first-errors = chyby nalezeny poprvé
archive-check-missing = chybí souborů: { $files }; vraťte je na místo, nebo uveďte, proč chybí: stodola archive forget SOUBOR --why DŮVOD
archive-check-newly-damaged = nově poškozen
archive-check-newly-missing = nově zmizel
archive-check-newly-unreadable = nově nečitelný
archive-check-not-writable = do archivu nelze zapisovat; zkontrolujte ho s volbou --no-note
archive-check-same = jako předtím
archive-check-sizes = { $now ->
    [one] { $now } bajt
    [few] { $now } bajty
   *[other] { $now } bajtů
} místo { $should }
archive-check-sound-again = je opět v pořádku
archive-checked = zkontrolováno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, v nepořádku: { $bad }; nedávno zkontrolováno: { $skipped }, na další běh zbývá: { $left }
archive-dependents = { $name }: { $captures ->
    [one] { $captures } závislý záznam
    [few] { $captures } závislé záznamy
   *[other] { $captures } závislých záznamů
}
archive-dependents-nothing = { $folder }: není tu ani katalog, ani rejstřík obsahů
archive-error-ambiguous = '{ $given }' může znamenat více souborů; napište z jména více: { $names }
archive-error-busy = katalog '{ $path }' nelze dokončit, protože ho ještě čte jiný program; zkuste to znovu, až skončí
archive-error-changing = katalog '{ $path }' se mění příliš rychle, než aby šel zkopírovat, a číst ho tu lze jen jako kopii; zkuste to znovu
archive-error-damaged = katalog '{ $path }' je poškozen: { $what }; všechny jeho údaje jsou i v souborech archivu, sestavte ho znovu: stodola archive rebuild --archive '{ $folder }'
archive-error-database = katalog '{ $path }' nelze použít: { $error }
archive-error-format = '{ $path }' má chybný formát: { $what }
archive-error-full = disk s katalogem '{ $path }' je plný; uvolněte místo a zadejte týž příkaz znovu, nic se neztratilo
archive-error-locked = archiv '{ $folder }' používá { $holder }; zkuste to znovu, až skončí
archive-error-name = '{ $path }' nelze přidat: jméno není v UTF-8, nebo obsahuje konec řádku
archive-error-no-catalogue = katalog '{ $path }' neexistuje; sestavte ho ze souborů archivu: stodola archive rebuild --archive '{ $folder }'
archive-error-no-reason = uveďte, proč soubor chybí (--why): důvod se zaznamená
archive-error-no-records = '{ $path }' není ARC, WARC ani WACZ
archive-error-none = '{ $folder }' není archiv: nemá archive.toml ani složku 'warc'
archive-error-present = '{ $name }' existuje; vyřadit lze jen soubory, které chybí
archive-error-read = nelze číst '{ $path }': { $error }
archive-error-taken = '{ $path }' už existuje a má jiný obsah
archive-error-unfinished = katalog '{ $path }' nebyl při svém vzniku dokončen; sestavte ho ze souborů archivu: stodola archive rebuild --archive '{ $folder }'
archive-error-unknown-file = archiv nezná soubor '{ $name }'
archive-error-wacz = '{ $path }' nelze číst jako soubor WACZ: { $what }
archive-error-wacz-copy = '{ $path }' je soubor WACZ a je třeba ho rozbalit: přidejte ho s volbou --copy
archive-error-wrapped = '{ $path }' není archiv: vypadá jako { $wrapping }
archive-file-changed = { $name }: není takový, jaký byl při přidání nebo poslední kontrole
archive-file-missing = { $name }: soubor chybí, obsahoval { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}
archive-file-missing-unknown = { $name }: soubor chybí; jeho záznamy už žádný katalog nezná
archive-file-moved = { $to }: soubor byl přesunut, dříve { $from }; jeho záznamy zůstávají
archive-folder-unreadable = nelze číst '{ $path }'
archive-forgotten = { $name }: vyřazen, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}; záznamů jinde, jejichž obsah v něm byl: { $dependents }
archive-holder-process = proces { $process }
archive-holder-since = { $holder } od { $since }
archive-holder-unknown = jiný proces
archive-lookup-file-missing = soubor chybí
archive-lookup-lost = z toho ztraceno: { $captures }, soubor chybí (více poví stodola archive check)
archive-lookup-no-time = '{ $time }' není čas; zadejte 4 až 14 číslic
archive-lookup-outcome = úloha '{ $job }', kolo { $round }, { $when }: { $uri }: { $reason }; více poví stodola why
archive-more = … a další: { $number }
archive-move-cannot = nelze přesunout '{ $from }' do '{ $to }': { $error }
archive-move-neither = neexistuje ani '{ $from }', ani '{ $to }'
archive-move-no-folder = složka '{ $folder }' neexistuje; vytvořte ji, nebo zadejte novou cestu k souboru
archive-move-other-bytes = '{ $to }' má jiné bajty než dříve '{ $name }'; byl přidán jako nový soubor
archive-move-other-disk = zkopírujte soubor na nové místo, starý odstraňte a zadejte týž příkaz znovu: nelze přesunout '{ $from }' do '{ $to }': { $error }
archive-outcomes-unread = úloha '{ $job }': v katalogu není vše o osudu jejích URI: { $error }
archive-problem = { $name }: na pozici { $offset }: { $problem }
archive-rebuilt = katalog: { $sums }; { $before }{ $lost ->
    [0] { "" }
   *[other] ; z toho chybí souborů: { $lost } (viz stodola archive forget)
}
archive-rebuilt-before = předtím: { $sums }
archive-rebuilt-none-before = předtím nebyl žádný, který by šlo přečíst
archive-rebuilt-same = stejně jako předtím
archive-stats-behind = zbývá { $size }
archive-stats-by-host = Podle domény
archive-stats-by-job = Podle sklizně
archive-stats-by-kind = Podle druhu záznamu
archive-stats-by-outcome = Osudy URI podle sklizní
archive-stats-by-status = Podle stavu odpovědi
archive-stats-by-type = Podle typu
archive-stats-by-year = Podle roku
archive-stats-captures = záznamů
archive-stats-files = souborů
archive-stats-first = první
archive-stats-followers = Odvozeno ze souborů
archive-stats-hosts = domén
archive-stats-jobs = sklizní
archive-stats-last = poslední
archive-stats-size = velikost
archive-stats-stopped = zastaveno
archive-stats-up-to-date = aktuální
archive-sums = { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}{ $outcomes ->
    [0] { "" }
    [one] , { $outcomes } osud URI
    [few] , { $outcomes } osudy URI
   *[other] , { $outcomes } osudů URI
}
archive-waiting = čekám: archiv '{ $folder }' používá { $holder }; příkaz bude pokračovat, až to skončí (Ctrl-C čekání ukončí)

## Úlohy

job-ledger = { $requests }; nejkratší doba od jednoho k dalšímu { $interval }, nejkratší pauza mezi nimi { $pause }; před uplynutím dlužné pauzy: { $early }

job-listed = { $archive }: { $jobs ->
    [one] { $jobs } úloha
    [few] { $jobs } úlohy
   *[other] { $jobs } úloh
}

job-outscope-files = { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}

job-outscope-links = { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
}

job-outscope-unusable = vynecháno { $links }, které žádná úloha nestáhne

job-requests = { $requests ->
    [one] { $requests } dotaz
    [few] { $requests } dotazy
   *[other] { $requests } dotazů
}

job-round-title = '{ $job }', kolo { $round }

## Why (proč)

why-accepted = přijato pravidlem '{ $rule }': { $description }
why-address-refused = nearchivováno: adresy jeho serveru se nesmíme ptát: { $reason }
why-advice = pokud ho chcete: { $advice }
why-advice-address = fetch.allow_private (--allow-private) dovolí úloze soukromé adresy; pro jiné stroje je třeba kontakt (--contact)
why-advice-again = spusťte další kolo úlohy (--again): co v kole jednou skončilo, to se v něm znovu nestahuje
why-advice-hops = zvyšte scope.max_hops (--depth), nebo ho zadejte jako semínko
why-advice-host-share = zvyšte national.host_pages nebo national.pages_per_valid
why-advice-hosts-per-domain = zvyšte limits.hosts_per_domain
why-advice-later = zkuste to později v dalším kole (--again); jak dlouho se zkouší, říkají politeness.attempts a časy v [fetch]
why-advice-length = oříznul ho limits.bytes_per_document (nebo fetch.header_limit): pro další kolo ho zvyšte
why-advice-limit = pro další kolo tento limit zvyšte
why-advice-national = kritéria jsou v logs/verdicts.ndjson úlohy; viz [national]
why-advice-nofollow = stránka žádá odkaz nesledovat; zadejte ho jako semínko
why-advice-not-due = viz [again] v job.toml
why-advice-queued-per-host = zvyšte limits.queued_per_host
why-advice-robots = požádejte majitele; nebo pro další kolo nastavte politeness.robots = "ignore", dovoluje-li to on či zákon
why-advice-scope = zadejte ho jako semínko, nebo ho přijměte pravidlem [[scope.rule]] v job.toml
why-advice-sitemaps = nastavte extract.sitemaps = true
why-advice-time = trvalo to příliš dlouho: viz fetch.idle_timeout, total_timeout a min_rate
why-advice-trap = zadejte ho jako semínko, to se za past nikdy nepovažuje; nebo viz [traps]
why-archived = archivováno: { $what }
why-archived-error = archivováno jako chybová stránka, kterou poslal server: { $what }
why-attempt = pokus { $number }: { $when }:
why-attempt-for = kvůli { $uri }
why-cut = úloha { $job }: odkaz na ně může chybět: { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
}; první je { $page }: { $how }
why-cut-link-bytes = { $number ->
    [one] { $number } její odkaz byl vynechán, protože
    [few] { $number } její odkazy byly vynechány, protože
   *[other] { $number } jejích odkazů bylo vynecháno, protože
} všechny dohromady byly příliš dlouhé
why-cut-markup = části příliš velké nebo příliš hluboko vnořené nebyly čteny: { $number }
why-cut-max-bytes = byla oříznuta po { $number ->
    [one] { $number } bajtu
    [few] { $number } bajtech
   *[other] { $number } bajtech
} (extract.max_bytes)
why-cut-max-links = byla oříznuta po { $number ->
    [one] { $number } odkazu
    [few] { $number } odkazech
   *[other] { $number } odkazech
} (extract.max_links)
why-cut-read = nepodařilo se ji dekódovat do konce
why-cut-xml = její XML je poškozené
why-failed = nearchivováno: { $reason }
why-failure-closed = server zavěsil beze slova
why-failure-connect = server odmítl spojení
why-failure-connect-timeout = server včas nepřijal spojení
why-failure-dns = systém jmen neodpověděl
why-failure-no-address = jméno serveru nemá adresu
why-failure-no-such-name = jméno jeho serveru neexistuje
why-failure-other = nepodařilo se ho stáhnout
why-failure-response-timeout = server včas neodpověděl
why-failure-tls = nepodařilo se šifrované spojení
why-found = nalezeno { $when }:
why-host-share = nestaženo: k národu patřilo příliš málo stránek jeho serveru
why-job = úloha { $job }:
why-loss-host = nemá server, který by mohl existovat; takové odkazy se počítají a vynechávají
why-loss-port = má port větší než 65535; takové odkazy se počítají a vynechávají
why-loss-scheme = sklízí se jen http a https; odkazy s jinými schématy se počítají a vynechávají
why-loss-too-long = má více než 65 536 bajtů; takové odkazy se počítají a vynechávají
why-lost = záznam z { $time } je ztracen: jeho soubor { $file } chybí
why-never-fetched = nikdy nestaženo: { $reason }
why-never-seen = nikdy nenalezeno: neodkazuje na ně žádná archivovaná stránka a nikdo je nezadal jako semínko
why-never-seen-but = nikdy nenalezeno: žádný odkaz na ně se nenašel a nikdo je nezadal jako semínko; některé stránky ale nebyly přečteny do konce
why-next-attempt = další pokus za { $time }
why-next-possible = nejdříve za { $time }: { $why }
why-no-host = '{ $url }' není URI se serverem, jako například https://example.org/
why-no-such-links = úloha { $job }: takové odkazy nejsou na žádné stránce
why-not-due = znovu nestahováno: archiv ho má z { $when } a další sklizeň ještě nepřišla na řadu
why-not-national = nearchivováno: podle posouzení nepatří k národu ({ $reason })
why-not-running = úloha neběží; pokračuje v ní stodola crawl --archive DIR --job { $job }
why-other-rejected = jiný odkaz na ně byl odmítnut { $when } na stránce { $page } pravidlem '{ $rule }'
why-out-of-scope = nearchivováno: rozsah se po nalezení změnil; odmítá ho pravidlo '{ $rule }'
why-over-budget = nearchivováno: byl dosažen limit pro jeho server nebo doménu{ $limits }
why-pause = pauza
why-pause-complaint = server si stěžoval na časté dotazy
why-pause-crawl-delay = Crawl-delay v robots.txt
why-pause-factor = prodleva podle doby odpovědi
why-pause-failures = chyby serveru po sobě
why-pause-max = nejdelší prodleva úlohy
why-pause-min = nejkratší prodleva úlohy
why-pause-retry-after = Retry-After serveru
why-possible-now = jeho serveru se lze ptát hned
why-prerequisite = staženo, protože je potřebují stránky jeho serveru
why-rejected = nearchivováno: odkaz na ně byl odmítnut { $when } na stránce { $page } pravidlem '{ $rule }'
why-robots-cut = nearchivováno: robots.txt jeho serveru byl neúplný nebo poškozený (stav { $status })
why-robots-excluded = nearchivováno: zakazuje to robots.txt jeho serveru: '{ $reason }'
why-robots-unreachable = nearchivováno: nebylo zjistitelné, co robots.txt dovoluje ({ $reason })
why-step-embed = vkládá
why-step-form = má formulář vedoucí na
why-step-link = odkazuje na
why-step-needs = potřebuje
why-step-other = vede na
why-step-redirect = přesměrovává na
why-step-seed = semínko
why-step-sitemap = má mapu webu
why-step-sitemap-entry = uvádí
why-step-speculative = možná míní
why-such-links = úloha { $job }: { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
} s takovými odkazy, první je { $first }
why-trap = nearchivováno: jedno z příliš mnoha téhož druhu, která nepřinesla nic nového ({ $reason })
why-truncated = oříznuto ({ $why })
why-unfetchable = nearchivováno: vůbec ho nelze stáhnout: { $reason }
why-waiting = čeká: z jeho serveru je na řadě dříve { $before }
why-would-accept = úloha '{ $job }' by je vzala, kdyby na ně vedl odkaz
why-would-reject = úloha '{ $job }' by je nevzala
