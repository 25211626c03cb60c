# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Archiv

archive-file-missing = { $name }: soubor chybí, obsahoval { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}

## Sklizeň úlohy

crawl-all-seeds-failed = úloha '{ $job }': selhala všechna semínka ({ $seeds })
crawl-already-finished = úloha '{ $job }' je hotová. Znovu ji sklidí --again, nebo nastavte again.every v job.toml
crawl-archived-nothing = úloha '{ $job }' nearchivovala nic
crawl-archived-nothing-yet = úloha '{ $job }' zatím nearchivovala nic
crawl-busy = pracovní vlákna měla co dělat { $share } % času
crawl-closing-files = končím: kontroluje se poslední soubor WARC ({ $seconds } s)
crawl-closing-outcomes = končím: do katalogu se přidávají osudy URI ({ $seconds } s)
crawl-closing-reports = končím: zapisuje se fronta a zprávy ({ $seconds } s)
crawl-continues = úloha '{ $job }' pokračuje, zbývá { $waiting } URI
crawl-continues-after-interruption = úloha '{ $job }' pokračuje po přerušení, zbývá { $waiting } URI
crawl-ended-bytes = zastavena na limitu bajtů
crawl-ended-documents = zastavena na limitu dokumentů
crawl-ended-finished = dokončena
crawl-ended-stopped = zastavena
crawl-ended-time = zastavena na časovém limitu
crawl-error-create = vytvořit
crawl-error-file = nelze { $what } '{ $path }'
crawl-error-find = najít
crawl-error-job-exists = úloha '{ $job }' už existuje; její nastavení změňte v '{ $folder }'
crawl-error-listen-at = naslouchat na
crawl-error-listen-in = naslouchat ve složce
crawl-error-mend = opravit
crawl-error-no-contact = uveďte kontakt pro správce webů: --contact MAIL-OR-URL
crawl-error-no-job-given = uveďte semínko, úlohu (--job) nebo soubor úlohy (--config)
crawl-error-no-jobs = v '{ $archive }' nejsou žádné úlohy; vytvoří je `stodola crawl` nebo `stodola job add`
crawl-error-no-seed = v '{ $archive }' není úloha '{ $job }'; k jejímu založení uveďte semínko
crawl-error-not-a-seed = semínko '{ $seed }' není URI se serverem, jako je https://example.org/
crawl-error-panicked = sklizeň nečekaně skončila
crawl-error-protect = chránit
crawl-error-read = přečíst
crawl-error-read-job-file = přečíst soubor úlohy
crawl-error-store-busy = do posledního souboru WARC se ještě zapisuje
crawl-error-thread = nelze spustit vlákno
crawl-error-write = zapsat
crawl-fewer-workers = workers = { $workers } potřebuje { $needed } otevřených souborů, ale systém jich dovoluje jen { $limit }: tento běh má workers = { $possible }. Pro více zvyšte limit (ulimit -n) a spusťte ho znovu
crawl-file-finished = { $file }: zůstal rozepsaný, nyní je celý
crawl-file-in-use = { $file }: zapisuje ho jiný proces
crawl-file-listed = { $file }: nebyl v katalogu, nyní je
crawl-file-unfinished = { $file }: zůstal rozepsaný a nelze ho opravit: { $error }
crawl-file-unreadable = { $file } nelze přečíst: { $error }
crawl-found = nalezeno { $found } URI: { $parts }
crawl-found-again = z toho na další návštěvu čeká { $number }
crawl-found-out-of-scope = { $links ->
    [one] { $links } odkaz
    [few] { $links } odkazy
   *[other] { $links } odkazů
} mimo rozsah
crawl-headline = úloha '{ $job }' { $how }: { $documents ->
    [one] { $documents } dokument
    [few] { $documents } dokumenty
   *[other] { $documents } dokumentů
} ({ $bytes }), { $hosts ->
    [one] { $hosts } server
    [few] { $hosts } servery
   *[other] { $hosts } serverů
}, { $seconds } s
crawl-next-correct = napravte to a zadejte týž příkaz znovu: semínka se zkusí znovu
crawl-next-raise = pokračovat lze s vyšším limitem, nebo bez něj: { $command }
crawl-next-same = týž příkaz v ní bude pokračovat
crawl-not-due = úloha '{ $job }' je hotová, další kolo má začít { $due }. Hned ho začne --again
crawl-only-seed-failed = úloha '{ $job }': její jediné semínko selhalo
crawl-part-address = vyloučeno podle adresy: { $number }
crawl-part-archived = archivováno: { $number }
crawl-part-excluded = vyloučeno: { $number }
crawl-part-failed = selhalo: { $number }
crawl-part-limit = vyloučeno limitem: { $number }
crawl-part-not-due = ještě není na řadě: { $number }
crawl-part-not-national = nepatří k národu: { $number }
crawl-part-robots = vyloučeno podle robots.txt: { $number }
crawl-part-scope = vyloučeno rozsahem: { $number }
crawl-part-trap = vyloučeno jako pasti: { $number }
crawl-part-unchanged = beze změny (obsah v archivu už byl): { $number }
crawl-part-waiting = čeká: { $number }
crawl-progress = { $documents ->
    [one] { $documents } dokument
    [few] { $documents } dokumenty
   *[other] { $documents } dokumentů
}, { $bytes }, { $rate }/s, { $speed }/s; čeká { $queued } URI, rozdělaných { $inflight }, { $hosts ->
    [one] { $hosts } server
    [few] { $hosts } servery
   *[other] { $hosts } serverů
}, { $failures ->
    [one] { $failures } chyba
    [few] { $failures } chyby
   *[other] { $failures } chyb
}
crawl-seed-closed = server ukončil spojení bez odpovědi; zkuste to později
crawl-seed-country-domain = leží v doméně národa, kterou tato sklizeň vynechává; zahrne ji national.follow_country = true v job.toml
crawl-seed-forbidden = server odpověděl { $status }: nepouští každého; zeptejte se vlastníka
crawl-seed-later = server odpověděl { $status }; zkuste to později
crawl-seed-limit = dříve byl dosažen limit '{ $limit }' v job.toml
crawl-seed-metadata = její adresa { $address } patří metadatové službě cloudu, ta se nesklízí nikdy
crawl-seed-more = a další ({ $number }): { $command }
crawl-seed-name-server = jmenný server neodpověděl; zkontrolujte síť, nebo zvolte jiný pomocí --dns-server
crawl-seed-no-address = jméno nemá adresu; zkontrolujte, zda je správně
crawl-seed-no-contact = bez kontaktu se sklízí jen tento počítač; přidejte --contact MAIL-OR-URL
crawl-seed-no-such-name = jméno neexistuje; zkontrolujte, zda je správně
crawl-seed-private = její adresa { $address } není na veřejném internetu; sklidí se s --allow-private
crawl-seed-redirected = přesměrováno na { $target }: { $why }
crawl-seed-robots-damaged = byl neúplný nebo poškozený (stav { $status }); zkuste to později
crawl-seed-robots-excluded = zakazuje to její robots.txt ({ $line }); zeptejte se vlastníka, nebo smíte-li, přidejte --ignore-robots
crawl-seed-robots-unreachable = bez souboru robots.txt se nesmí nic stahovat: { $why }
crawl-seed-rule = vylučuje ji pravidlo '{ $rule }'; viz [scope] v job.toml
crawl-seed-timeout = server včas neodpověděl; zkuste to později
crawl-seed-tls = nepodařilo se navázat zabezpečené spojení; možná lze server sklidit přes http
crawl-seed-unfetchable = nelze ji stáhnout ({ $reason }); zkontrolujte adresu
crawl-seed-unreachable = server není dostupný; zkontrolujte adresu a port, nebo to zkuste později
crawl-seed-wrong-address = server odpověděl { $status }; zkontrolujte adresu
crawl-seeds-failed = počet semínek, která selhala: { $failed } z { $seeds }:
crawl-slowed = { $hosts ->
    [one] { $hosts } server zpomalen
    [few] { $hosts } servery zpomaleny
   *[other] { $hosts } serverů zpomaleno
} po odpovědích 429 nebo 503 ({ $name }: pauza { $pause })
crawl-started = úloha '{ $job }' začíná, čeká { $waiting } URI
crawl-stopping = končím: dokončuje se, co je rozdělané; dalším přerušením skončím hned
crawl-tried-again = úloha '{ $job }' minule selhala; zkouší se znovu jako kolo { $round }
crawl-user-info-removed = '{ $seed }': jméno a heslo tohoto semínka se nepoužijí ani neuloží
crawl-waiting = čekám: archiv '{ $archive }' používá { $holder }; příkaz bude pokračovat, až to skončí (Ctrl-C čekání ukončí)

## Sklizně

harvest-giving-way = na archiv čeká jiný příkaz: dostane ho, až skončí běžící úlohy
harvest-idle = není co dělat: žádná úloha nemá interval; čekám na nové úlohy
harvest-idle-until = není co dělat do { $due } (úloha '{ $job }')

## Úlohy

job-added = úloha '{ $job }' je připravena; běžící stodola harvest --watch ji začne do deseti sekund, jinak: stodola harvest --archive '{ $archive }'
job-checkpoint-written = stav je zapsán na disk
job-error-ended = sklizeň skončila dříve, než odpověděla
job-error-no-jobs = v '{ $archive }' nejsou žádné úlohy
job-error-no-such-job = v '{ $archive }' není úloha '{ $job }'
job-error-no-such-report = úloha '{ $job }' není národní sklizeň a nemá zprávu '{ $report }'
job-error-no-such-round = úloha '{ $job }' nemá kolo { $round }; poslední je { $last }
job-error-not-a-host = '{ $host }' není server
job-error-not-a-seed = { $place }. semínko, '{ $seed }', není URI http nebo https se serverem; nic se nezměnilo
job-error-not-running = na tomto počítači neběží žádná sklizeň '{ $folder }'
job-error-output = nelze zapsat výstup
job-error-receive = sklizeň neodpovídá
job-error-send = sklizeň nepřijímá požadavky
job-ledger = { $requests }; nejkratší doba od jednoho k dalšímu { $interval }, nejkratší pauza mezi nimi { $pause }; před uplynutím dlužné pauzy: { $early }
job-limit-set = { $key } je nyní { $value }
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
job-pace-reset = { $host } má opět obvyklou pauzu; předtím narostla na { $pause }
job-pace-usual = { $host } má obvyklou pauzu, není co vracet
job-paused = pozastavena
job-requests = { $requests ->
    [one] { $requests } dotaz
    [few] { $requests } dotazy
   *[other] { $requests } dotazů
}
job-rescoped = { $refused ->
    [one] { $refused } URI ve frontě je nyní mimo rozsah
    [few] { $refused } URI ve frontě jsou nyní mimo rozsah
   *[other] { $refused } URI ve frontě je nyní mimo rozsah
}
job-round-title = '{ $job }', kolo { $round }
job-running = běží
job-seeds-added = { $received ->
    [one] přijato { $received } semínko
    [few] přijata { $received } semínka
   *[other] přijato { $received } semínek
}, z toho nových: { $added }
job-stopping = končí
