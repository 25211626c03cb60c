# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Přístup

access-added = pravidlo { $rule } přidáno (změna { $change })
access-check-allowed = zobrazí se: dovoluje to pravidlo { $rule }
access-check-allowed-by-none = zobrazí se: žádné pravidlo to nezakazuje
access-check-blocked = nezobrazí se: brání tomu pravidlo { $rule } ({ $cause }, stav { $status })
access-check-blocked-until = nezobrazí se: do { $until } tomu brání pravidlo { $rule } ({ $cause }, stav { $status })
access-check-capture = záznam z { $time }, { $mime }, klíč { $key }
access-check-hidden = nezobrazí se: pravidlo { $rule } jej skrývá, jako by neexistoval
access-check-no-capture = archiv takový záznam nemá; rozhodnuto pro záznam z { $time }, klíč { $key }
access-empty-span = doba od { $from } do { $to } je prázdná
access-group-added = { $range } nyní patří do skupiny { $group } (změna { $change })
access-group-removed = { $range } už nepatří do skupiny { $group } (změna { $change })
access-group-same = u skupiny { $group } a { $range } není co měnit
access-import-refused = nic nebylo převzato: { $rules ->
    [one] { $rules } pravidlo zde nelze vyjádřit
    [few] { $rules } pravidla zde nelze vyjádřit
   *[other] { $rules } pravidel zde nelze vyjádřit
}
access-imported = převzato: { $rules ->
    [one] { $rules } pravidlo
    [few] { $rules } pravidla
   *[other] { $rules } pravidel
} (změna { $change })
access-no-audience = '{ $text }' neříká, pro koho: napište group:JMÉNO nebo address:ROZSAH, například address:10.1.0.0/16
access-no-group = '{ $text }' není skupina: napište group:JMÉNO
access-no-period = '{ $text }' není délka doby: napište například 1y, 6m nebo 90d
access-no-place = '{ $text }' není adresa: napište URL, URL zakončené *, jméno serveru, *.DOMÉNA nebo *
access-no-time = '{ $text }' není čas: napište například 2015, 2015-06-30 nebo 20150630120000
access-no-type = '{ $text }' není typ obsahu: napište například application/pdf nebo image/*
access-removed = odebráno: { $rules ->
    [one] { $rules } pravidlo
    [few] { $rules } pravidla
   *[other] { $rules } pravidel
} (změna { $change })
access-rules = { $rules ->
    [0] žádná pravidla: vše se smí zobrazit
    [one] { $rules } pravidlo
    [few] { $rules } pravidla
   *[other] { $rules } pravidel
}
access-undone = změna { $undone } vzata zpět (změna { $change })
access-verdict-age = neplatí: je pro záznamy jiného stáří
access-verdict-audience = neplatí: je pro jiné návštěvníky
access-verdict-captured = neplatí: je pro záznamy z jiné doby
access-verdict-decides = rozhoduje
access-verdict-overruled = platí, ale pravidlo { $rule } je přesnější, nebo stejně přesné a přísnější
access-verdict-type = neplatí: je pro jiný typ obsahu
access-verdict-valid = neplatí: nyní není v platnosti
access-verdict-yields = dovolilo by to, ale ustupuje časovému omezení pravidla { $rule }

## Archiv

alarm-completeness = z { $source } je archivováno méně než v minulém kole
alarm-disk = na disku dochází místo
alarm-errors = mnoho pokusů selhává
alarm-host = { $host } má velkou část všech bajtů
alarm-over = poplach pominul: { $alarm }
alarm-raised = poplach: { $alarm }
alarm-rate = mnohem méně dokumentů než dřív
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
archive-export-blocked = blokováno pravidlem přístupu
archive-export-companion = exportováno bez záznamu, který k němu patří, například bez dotazu
archive-export-cut = poškozeno, exportováno jen to, co lze přečíst
archive-export-damaged = poškozeno a neexportováno
archive-export-file-changed = neexportováno: soubor se od přidání změnil (více poví stodola archive check)
archive-export-file-missing = neexportováno: soubor chybí (více poví stodola archive check)
archive-export-hidden = skryto pravidlem přístupu
archive-export-left-out = Vynecháno, viz { $list }:
archive-export-no-original = záznamů typu revisit, jejichž obsah archiv nemá
archive-export-no-time = '{ $time }' není čas; napište například 2015, 2015-06-30 nebo 20150630120000
archive-export-not-archived = obrázků, stylů a podobných částí stránek, které archiv nemá
archive-export-only-later = adres URL zaznamenaných až po této době
archive-export-original-refused = záznamů typu revisit, jejichž obsah blokuje nebo skrývá pravidlo přístupu
archive-export-other-segments = dlouhých záznamů, z nichž se exportovala jen první část
archive-export-too-deep = příliš hluboko vnořených částí stránek
archive-exported = exportováno: { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}, { $size }{ $pages ->
    [0] { "" }
    [one] , { $pages } stránka
    [few] , { $pages } stránky
   *[other] , { $pages } stránek
}{ $requisites ->
    [0] { "" }
   *[other] ; přidáno kvůli stránkám: { $requisites }
}{ $originals ->
    [0] { "" }
   *[other] ; přidáno kvůli záznamům revisit: { $originals }
}
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

## Sklizeň úlohy

crawl-all-seeds-failed = úloha '{ $job }': selhala všechna semínka ({ $seeds })
crawl-already-finished = úloha '{ $job }' je hotová. Znovu ji sklidí --again, nebo nastavte again.every v job.toml
crawl-archived-nothing = úloha '{ $job }' nearchivovala nic
crawl-archived-nothing-yet = úloha '{ $job }' zatím nearchivovala nic
crawl-busy = pracovní vlákna měla co dělat { $share } % času
crawl-closing-files = končím: kontroluje se poslední soubor WARC ({ $seconds } s)
crawl-closing-links = končím: hledání se dovídá o odkazech ({ $seconds } s)
crawl-closing-outcomes = končím: do katalogu se přidávají osudy URI ({ $seconds } s)
crawl-closing-reports = končím: zapisuje se fronta a zprávy ({ $seconds } s)
crawl-continues = úloha '{ $job }' pokračuje, zbývá { $waiting } URI
crawl-continues-after-interruption = úloha '{ $job }' pokračuje po přerušení, zbývá { $waiting } URI
crawl-ended-bytes = zastavena na limitu bajtů
crawl-ended-documents = zastavena na limitu dokumentů
crawl-ended-finished = dokončena
crawl-ended-memory = zastaveno: potřebuje více paměti, než úloha dovoluje
crawl-ended-stopped = zastavena
crawl-ended-time = zastavena na časovém limitu
crawl-error-job-exists = úloha '{ $job }' už existuje; její nastavení změňte v '{ $folder }'
crawl-error-no-contact = uveďte kontakt pro správce webů: --contact MAIL-OR-URL
crawl-error-no-operator = uveďte, kdo sklízí: --operator NAME
crawl-error-no-purpose = uveďte, k čemu sklizeň slouží: --purpose TEXT
crawl-error-no-job-given = uveďte semínko, úlohu (--job) nebo soubor úlohy (--config)
crawl-error-no-jobs = v '{ $archive }' nejsou žádné úlohy; vytvoří je `stodola crawl` nebo `stodola job add`
crawl-error-no-seed = v '{ $archive }' není úloha '{ $job }'; k jejímu založení uveďte semínko
crawl-error-not-a-seed = semínko '{ $seed }' není URI se serverem, jako je https://example.org/
crawl-error-panicked = sklizeň nečekaně skončila
crawl-error-store-busy = do posledního souboru WARC se ještě zapisuje
crawl-error-thread = nelze spustit vlákno
hold-disk = nezačíná požadavky: disk je téměř plný
hold-hours = nezačíná požadavky: je mimo hodiny úlohy
hold-memory = nezačíná požadavky: má více paměti, než úloha dovoluje
hold-over = znovu začíná požadavky
hook-failed = příkaz z oddílu [hooks] selhal pro „{ $event }“: { $why }
job-error-no-such-outcome = výsledek „{ $outcome }“ neexistuje
job-retried = URI, které se zkusí znovu: { $uris }
seeds-file = { $file }: čteno jako { $format }
seeds-read = { $lines ->
    [one] { $lines } řádek
    [few] { $lines } řádky
   *[other] { $lines } řádků
}, z toho s adresou: { $uris }
seeds-other-batches = z jiných dávek: { $uris }
seeds-taken = { $uris ->
    [one] bere se { $uris } adresa, jednou
    [few] berou se { $uris } adresy, každá jednou
   *[other] bere se { $uris } adres, každá jednou
}
seeds-wrong = { $lines ->
    [one] { $lines } řádek nedal semínko
    [few] { $lines } řádky nedaly semínko
   *[other] { $lines } řádků nedalo semínko
}: { $why }
seeds-fault-no-address = není na něm adresa
seeds-fault-several-words = je na něm více slov (--seeds-format text bere první adresu každého řádku)
seeds-fault-not-web = adresa není http ani https
seeds-fault-no-host = adresa nemá jméno serveru, které by mohlo existovat
seeds-fault-too-long = je příliš dlouhý
seeds-fault-other-format = není to řádek tohoto druhu souboru
seeds-fault-accepted = tamní sklizeň odkaz přijala
seeds-fault-no-column = chybí sloupec, nebo není uzavřena uvozovka
seeds-fault-damaged = zabalená data jsou tam poškozena nebo useknuta
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
crawl-part-left-out = vynechalo nastavení: { $number }
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
crawl-seed-no-operator = bez provozovatele se sklízí jen tento počítač; přidejte --operator NAME
crawl-seed-no-purpose = bez účelu se sklízí jen tento počítač; přidejte --purpose TEXT
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
crawl-seed-http2-only = server mluví jen HTTP/2, které tento program neumí
crawl-seed-proxy = selhala proxy; zkontrolujte fetch.proxy v job.toml
crawl-seed-proxy-refused = proxy spojení s tímto serverem nedovoluje; zeptejte se jejího správce, nebo nastavte fetch.no_proxy v job.toml
crawl-seed-name-refused = jeho jméno nepatří do veřejného internetu; chcete-li ho sklízet, přidejte --allow-private
crawl-seed-login-failed = přihlášení se nezdařilo; zkontrolujte fetch.logins v job.toml a spusťte další kolo
crawl-seed-robots-tag = stránka žádá roboty, aby ji nearchivovali ({ $tag }); viz politeness.robots_tags v job.toml
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

harvest-elsewhere = úlohy spouští { $holder }; tento proces začne, až ten druhý skončí
harvest-giving-way = na archiv čeká jiný příkaz: dostane ho, až skončí běžící úlohy
harvest-idle = není co dělat: žádná úloha nemá interval; čekám na nové úlohy
harvest-idle-until = není co dělat do { $due } (úloha '{ $job }')

## Úlohy

host-wait-closed = nic dalšího se z něj nestahuje: { $why }
host-wait-complaint = odpověděl 429 nebo 503, proto má pauzu { $pause }
host-wait-failures = { $number ->
    [one] nebyl dostupný
    [few] nebyl dostupný { $number }krát za sebou
   *[other] nebyl dostupný { $number }krát za sebou
}
host-wait-in-flight = právě se mu posílá požadavek
host-wait-nothing = nic ve frontě nemá
host-wait-pause = jeho pauza { $pause } po poslední odpovědi
host-wait-turn = lze se ho zeptat; přijde na řadu, až bude volný pracovník
job-added = úloha '{ $job }' je připravena; běžící stodola harvest --watch ji začne do deseti sekund, jinak: stodola harvest --archive '{ $archive }'
job-checkpoint-written = stav je zapsán na disk
job-edit-failed = editor „{ $editor }“ selhal; nic se nezměnilo
job-edit-unchanged = nic se nezměnilo
job-error-ended = sklizeň skončila dříve, než odpověděla
job-error-has-archives = složka úlohy „{ $job }“ se neodstraní, protože je v ní „{ $file }“
job-error-no-jobs = v '{ $archive }' nejsou žádné úlohy
job-error-no-such-job = v '{ $archive }' není úloha '{ $job }'
job-error-no-such-report = úloha '{ $job }' není národní sklizeň a nemá zprávu '{ $report }'
job-error-no-such-round = úloha '{ $job }' nemá kolo { $round }; poslední je { $last }
job-error-not-a-host = '{ $host }' není server
job-error-not-a-seed = { $place }. semínko, '{ $seed }', není URI http nebo https se serverem; nic se nezměnilo
job-error-not-running = na tomto počítači neběží žádná sklizeň '{ $folder }'
job-error-output = nelze zapsat výstup
job-error-receive = sklizeň neodpovídá
job-error-running = úloha „{ $job }“ běží; nejdřív ji zastavte
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
job-removed = úloha „{ $job }“ je odstraněna; její soubory WARC v archivu zůstávají
job-requests = { $requests ->
    [one] { $requests } dotaz
    [few] { $requests } dotazy
   *[other] { $requests } dotazů
}
job-reloaded-later = platí od příštího běhu: { $settings }
job-reloaded-live = platí od této chvíle: { $settings }
job-reloaded-nothing = v souboru job.toml se nic nezměnilo
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
job-settings-untold = uloženo, ale běžící sklizni to nešlo říci: { $error }
job-stopping = končí

## Server

overview-archived = archivováno { $archived }, { $size }, serverů { $hosts }
overview-by-host = Servery s nejvíce bajty (dokumenty, bajty, podíl na celku):
overview-by-type = Typy s nejvíce bajty (dokumenty, bajty, podíl na celku):
overview-dns = jmenné servery: zpráv { $sent }, dotázaných jmen { $names }, už známých { $known }, bez adresy { $negative }, bez odpovědi { $failed }, čekání { $waited }
overview-memory = paměť { $memory }, nejvíc { $peak }
overview-other-types = jiné typy
overview-proxy = Proxy nefunguje už { $time }. Sklizeň čeká a zkouší ji znovu nejpozději každých pět minut.
overview-rate = běží { $time }: { $documents } dokumentů a { $bytes } za sekundu
overview-uris = URI: nalezeno { $found }, vyřízeno { $finished }, čeká { $waiting }; nesledovaných odkazů { $rejected }
overview-workers = pracuje { $busy } z { $workers }; nezdařených pokusů { $failures }; zpomalených serverů { $slowed }
search-found = { $documents ->
    [one] { $documents } dokument
    [few] { $documents } dokumenty
   *[other] { $documents } dokumentů
}
search-instead = slovo '{ $word }' nemá žádný dokument; nemysleli jste '{ $instead }'?
search-links-untold = pořadí výsledků hledání nezná nejnovější odkazy: { $error }
search-odd-exception = inflection.txt, řádek { $line }: tomu nelze rozumět; pište SLOVO = TVARY nebo SLOVO ! TVARY
search-partial = může jich být víc: pravidla přístupu by se musela ověřit u příliš mnoha dokumentů
search-relaxed = žádný dokument nemá všechna tato slova; ukazují se ty, které mají některá
search-similar = { $documents ->
    [one] a { $documents } velmi podobný dokument
    [few] a { $documents } velmi podobné dokumenty
   *[other] a { $documents } velmi podobných dokumentů
}
serve-files-read = přečteno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}
serve-files-stopped = přerušeno
serve-no-search = podle slov nelze hledat: archiv nemá index pro hledání; vytvoří jej 'stodola archive rebuild --only search --archive { $archive }'
serve-ready = { $app } – archivovaný obsah na { $replay }; skončí se Ctrl-C
serve-stopping = končím: rozpracované odpovědi se dokončí; další Ctrl-C skončí hned

## Potíže sklizně

trouble-again = brzy znovu, { $number }
trouble-again-in = znovu za { $time }, { $number }
trouble-archived = co přišlo, je archivováno
trouble-attempt = { $number ->
    [one] po { $number } pokusu
    [few] po { $number } pokusech
   *[other] po { $number } pokusech
}
trouble-attempt-of = { $number }. pokus z { $most } selhal
trouble-cut = odpověď není úplná
trouble-cut-length = odpověď byla useknuta: příliš dlouhá
trouble-cut-time = odpověď byla useknuta: trvala příliš dlouho
trouble-given-up = { $number ->
    [one] vzdáno po { $number } pokusu
    [few] vzdáno po { $number } pokusech
   *[other] vzdáno po { $number } pokusech
}
trouble-not-fetched = nestahuje se
trouble-robots = robots.txt jejího serveru nelze stáhnout
trouble-status = server odpověděl { $status }
trouble-trap = jedna z příliš mnoha podobných adres (past)
trouble-unfetchable = stáhnout ji nelze vůbec

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
why-advice-length = oříznul ho limits.bytes_per_document, fetch.long nebo fetch.header_limit: stáhněte ho celý příkazem 'stodola job retry NÁZEV --cut', nebo limit pro další kolo zvyšte
why-advice-limit = pro další kolo tento limit zvyšte
why-advice-national = kritéria jsou v logs/verdicts.ndjson úlohy; viz [national]
why-advice-nofollow = stránka žádá odkaz nesledovat; zadejte ho jako semínko
why-advice-not-due = viz [again] v job.toml
why-advice-queued-per-host = zvyšte limits.queued_per_host
why-advice-robots = požádejte majitele; nebo pro další kolo nastavte politeness.robots = "ignore", dovoluje-li to on či zákon
why-advice-robots-tag = požádejte majitele; nebo pro další kolo odeberte slovo z politeness.robots_tags v job.toml
why-advice-login = zkontrolujte přihlášení v souboru, který jmenuje fetch.logins v job.toml; další kolo to zkusí znovu
why-advice-http2 = tento program zaznamenává jen HTTP/1.1; zeptejte se majitele, zda ho server umí
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
why-failure-http2-only = jeho server mluví jen HTTP/2
why-failure-proxy = selhala proxy; server za to nemůže
why-failure-proxy-refused = proxy spojení s jeho serverem nedovoluje
why-failure-login = přihlášení k jeho serveru se nezdařilo
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
why-left-out = staženo, ale nearchivováno: určuje to pravidlo '{ $rule }' pro zápis
why-too-long = nearchivováno: server oznámil { $size }, což je víc, než úloha u tohoto typu chce
why-advice-not-text = profil 'site' archivuje všechny dokumenty webu
why-advice-left-out = pro další kolo změňte pravidlo v job.toml
why-advice-too-long = stáhněte ho celý příkazem 'stodola job retry NÁZEV --cut', nebo pro další kolo změňte `long` v oddílu [fetch] souboru job.toml
why-skipped = vynecháno podle pravidel: { $stages }
why-not-text = staženo, ale nearchivováno: profil 'text' archivuje jen stránky a prosté texty
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
why-robots-tag = nearchivováno: stránka o to roboty žádá: '{ $reason }'
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

## Ukázka

demo-serving = na adrese { $address } běží web o { $sites } sídlech v deseti jazycích
demo-nation = národ
demo-probability = pravděpodobnost
demo-reasons = důvody
demo-points = body
demo-language = jazyk
demo-yes = ano
demo-no = ne
demo-judged = posouzeno: { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
} v { $languages } jazycích, k národu patří { $valid }; archivovány byly tyto stránky, co potřebují, a nač odkazují
demo-archive = Archiv je v '{ $archive }'. Zkuste dál:
demo-try-why = proč tato stránka archivována nebyla
demo-try-search = stránky podle slov v jakémkoli tvaru
demo-try-check = zda je soubor v pořádku
demo-try-stats = co v něm je
demo-try-recognise = každá stránka v něm s doklady

## Převod

migrate-no-input = standardní vstup nelze číst
migrate-one-warc = --to-arc chce právě jeden převedený soubor WARC
migrate-sums = převedeno a ověřeno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}{ $damaged ->
    [0] {""}
   *[other] , převedeno s poškozením: { $damaged }
}, hotovo dříve: { $before }{ $damaged_before ->
    [0] {""}
   *[other] {" "}(z toho s poškozením: { $damaged_before })
}, neúspěšných: { $failed }{ $skipped ->
    [0] {""}
   *[other] , vynecháno: { $skipped }
}; zpráva: { $report }
migrate-keep-damaged = Poškozené záznamy jsou ve výsledcích označeny a uvedeny ve zprávě; jejich zdrojové bajty jsou v { $folder }. Poškozené zdrojové soubory uschovejte.
migrate-run-again = Odstraňte příčinu neúspěchu a spusťte týž příkaz znovu. Hotové soubory se přeskočí.
migrate-verified = { $source }: { $records ->
    [one] { $records } záznam
    [few] { $records } záznamy
   *[other] { $records } záznamů
} ve výsledku, každý totožný; všechny bajty zdroje vysvětleny
migrate-verified-all = ověřeno: { $files ->
    [one] { $files } soubor
    [few] { $files } soubory
   *[other] { $files } souborů
}, s poškozením: { $damaged }, se špatným výsledkem: { $wrong }, bez výsledku: { $without_result }, nečitelných: { $failed }; totožných: { $records ->
    [one] { $records } záznam
    [few] { $records } záznamy
   *[other] { $records } záznamů
}; výsledků bez zdroje: { $without_source }, v karanténě chybí: { $lost }
migrate-restored = { $result }: { $records ->
    [one] { $records } záznam
    [few] { $records } záznamy
   *[other] { $records } záznamů
} → { $arc }
migrate-restored-damaged = Z poškozených bajtů bylo přečteno: { $number }; zdrojové bajty jsou v karanténě
migrate-not-verified = { $source }: na pozici { $offset }: neověřeno: záznam byl přečten z poškozených bajtů (ve výsledku je označen): { $reason }
migrate-not-in-result = { $source }: na pozici { $offset }: není ve výsledku: bajty, které nelze přečíst jako záznam: { $reason }
migrate-more-places = { $source }: … a podobných míst ještě: { $more }
migrate-quarantined = { $source }: na pozici { $offset }: bajty, které nelze přečíst jako záznam ({ $reason }): { $length }; uloženy v { $file }
migrate-damaged-record = { $source }: na pozici { $place }: poškozený záznam { $uri }: { $reason }
migrate-bytes-kept = zdrojové bajty jsou v { $file }
migrate-headers = { $source }: opravené hlavičky: { $changes }; původní hlavičky jsou v { $field }
migrate-unmarked = { $source }: výsledek vytvořila starší verze a poškozené záznamy v něm neoznačila; smažte { $result } a spusťte převod znovu, aby označeny byly
migrate-skipped = vynecháno: { $reason }
migrate-skipped-no-archive = vynecháno, není archiv
migrate-rebuilding-index = Rejstřík obsahů se vytváří znovu, protože některé výsledky vznikly znovu. Čtou se všechny výsledky.
migrate-unresolved = záznamů revisit, jejichž obsah není v žádném výsledku: { $revisits }; některé výsledky chybějí: spusťte převod znovu se všemi zdroji
migrate-without-result = { $source }: nemá výsledek '{ $result }'; převeďte jej
migrate-without-source = { $result }: nelze ověřit, protože nebyl zadán jeho zdroj
migrate-quarantine-lost = { $file }: bajty z { $source }, které tu byly uloženy, chybějí nebo se změnily; smažte výsledek a zdroj převeďte znovu

## Balík

pack-built = slov: { $words }; jazyk jich má { $all }, se sousedy sdílí { $shared }
pack-coverage = pokrytí: { $percent } % z { $running } slov textů; různých { $known } z { $different }
pack-sites = webů, na které odkazují stránky portálů ({ $pages }): { $written }; { $path }
pack-links = adres, na které odkazují stránky domény národa ({ $pages }): { $written }; { $path }
pack-other-language = { $path }: balík má jazyk '{ $theirs }', ale slova jsou '{ $ours }'

## Rozpoznávání

geo-age = databáze zemí sestavena { $date }, před { $days } dny
geo-old = databáze zemí byla sestavena { $date }, před { $days } dny; mnoho adres od té doby změnilo držitele, použijte novější
recognise-valid = národní
recognise-not-valid = jiná
recognise-found = nalezeno
recognise-valid-elements = platných
recognise-points = body
recognise-evidence = doklady
recognise-by-points = body { $points } { $sign } { $minimum }; pravděpodobnost { $probability }; jazyk { $language }
recognise-by-probability = pravděpodobnost { $probability } { $sign } { $threshold }; body { $points }; jazyk { $language }
recognise-by-rule = pravidlo { $met }; body { $points }; jazyk { $language }
recognise-rule-met = splněno
recognise-rule-not-met = nesplněno
recognise-part-true = platí
recognise-part-false = neplatí
recognise-veto = jiná kvůli { $criterion }: veto
recognise-of = { $valid } z { $found }
recognise-too-little = pro mluví příliš málo
property-unknown = { $place }: '{ $setting }': takový klíč WebAnalyzer nemá; nepoužije se
property-replaced = { $place }: '{ $setting }': níže se nastavuje totéž znovu; tento řádek se nepoužije
property-no-points = { $place }: '{ $setting }': kritérium nemá žádné body, takže se nic nezapočítá
property-switched-off = { $place }: '{ $setting }': kritérium je vypnuté, takže jeho body ani vzor neplatí
property-blank-at-end = { $place }: '{ $setting }': mezera na konci patří ke vzoru, stejně jako v Javě
recognise-stopping = končím, až doběhnou rozdělané požadavky; ještě jednou pro okamžitý konec
recognise-left = { $left ->
    [one] přerušeno: zbývá { $left } vstup
    [few] přerušeno: zbývají { $left } vstupy
   *[other] přerušeno: zbývá { $left } vstupů
}
recognise-cannot-create = nelze vytvořit složku '{ $path }'
recognise-pages = { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
}
recognise-sums = { $pages ->
    [one] { $pages } stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
}: { $valid } národních, { $others } jiných; { $skipped } neposouzeno, ne text
recognise-report = zpráva: { $path }
recognise-report-failed = zprávu nelze zapsat
recognise-report-heading = Rozpoznané stránky
recognise-report-sums = Posouzeno stránek: { $pages }; národních { $valid }, jiných { $others }. Rozhoduje { $rule }.
recognise-report-first = Grafy ukazují prvních { $pages }.
recognise-rule-points = alespoň { $minimum } bodů
recognise-rule-probability = pravděpodobnost alespoň { $threshold }
recognise-rule-expression = pravidlo balíčku
recognise-report-points = Body
recognise-report-criteria = Nalezeno a platných po stránkách, podle kritérií
recognise-report-criterion = nalezeno { $found }, platných { $valid } ({ $percent } %)
recognise-report-borderline = Stránky na hranici
recognise-report-none = Žádné nejsou.
recognise-column-page = stránka
recognise-column-valid = národní
recognise-column-points = body
recognise-column-probability = pravděpodobnost
recognise-column-why = proč
recognise-comparison = Porovnání kritérií
recognise-comparison-about = Kritérium mluví pro stránku, když jí dává body. U národní stránky vede, když dává nejvíce bodů, a rozhoduje, když by stránka bez jeho bodů byla posouzena jinak.
recognise-column-criterion = kritérium
recognise-column-spoke = stránek, pro které mluví
recognise-column-rightly = z nich národních
recognise-column-reach = ze všech národních
recognise-column-against = stránek, proti kterým mluví
recognise-column-led = vede
recognise-column-decided = rozhoduje
recognise-agreement = Shoda kritérií
recognise-agreement-about = Ze stránek, pro které mluví aspoň jedno ze dvou kritérií, podíl těch, pro které mluví obě.

## Simulovaný web

simweb-serving = { $hosts ->
    [one] { $hosts } server
    [few] { $hosts } servery
   *[other] { $hosts } serverů
} na adrese { $address }; sklidí se příkazem:
simweb-all-others = tím se sklidí server, který odkazuje na všechny ostatní; i ty sklidí úloha s pravidlem [[scope.rule]] typu "accept-all" (stodola crawl --template)
simweb-judged = { $requests ->
    [one] { $requests } dotaz
    [few] { $requests } dotazy
   *[other] { $requests } dotazů
}, { $broken } porušení, odmítnuto pro spěch: { $refused }, neposouzeno: { $forgotten }

## Soubory ARC a WARC

warc-at = na pozici { $offset }
warc-cannot-open = nelze otevřít: { $reason }
warc-not-an-archive = není archiv: { $looks }
warc-looks-empty = soubor je prázdný
warc-looks-lz4 = vypadá jako LZ4; nejprve jej rozbalte, například příkazem 'lz4 -d'
warc-looks-wacz = vypadá jako WACZ, tedy soubor ZIP s archivy; nejprve jej rozbalte, například příkazem 'unzip', nebo jej přidejte do archivu příkazem 'stodola archive add --copy'
warc-looks-zip = vypadá jako soubor ZIP; nejprve jej rozbalte
warc-looks-cdx = vypadá jako rejstřík CDX, ne archiv
warc-looks-wacz-index = vypadá jako rejstřík souboru WACZ
warc-looks-bzip2 = vypadá jako bzip2; nejprve jej rozbalte
warc-looks-xz = vypadá jako xz; nejprve jej rozbalte
warc-looks-7zip = vypadá jako 7-Zip; nejprve jej rozbalte
warc-looks-gzip = vypadá jako gzip, ale archiv v něm není
warc-looks-zstd = vypadá jako zstd, ale archiv v něm není
warc-looks-pdf = vypadá jako PDF
warc-looks-xml = vypadá jako XML
warc-looks-program = vypadá jako program
warc-looks-png = vypadá jako obrázek PNG
warc-looks-jpeg = vypadá jako obrázek JPEG
warc-looks-gif = vypadá jako obrázek GIF
warc-looks-sqlite = vypadá jako databáze SQLite
warc-looks-warc-fields = vypadá jako pole WARC bez řádku s verzí
warc-looks-tar = vypadá jako soubor tar
warc-looks-nul = začíná samými nulami
warc-looks-json = vypadá jako JSON
warc-looks-html = vypadá jako stránka HTML
warc-looks-text = vypadá jako text: „{ $line }“
warc-looks-bytes = začíná „{ $bytes }“
warc-index-no-uri = chybí WARC-Target-URI, záznam proto v rejstříku není
warc-index-no-date = chybí čitelné datum; v řádku je místo něj '-'
warc-length-corrected = Content-Length opraveno na { $length }
warc-no-rule = pravidlo '{ $name }' neexistuje; všechna vypíše `stodola warc check --rules`
warc-check-unknown-type = { $number } neznámého typu
warc-check-summary = { $name }: { $records ->
    [one] { $records } záznam
    [few] { $records } záznamy
   *[other] { $records } záznamů
} ({ $types }); { $blocks ->
    [one] { $blocks } otisk bloku
    [few] { $blocks } otisky bloků
   *[other] { $blocks } otisků bloků
}, { $payloads ->
    [one] { $payloads } otisk obsahu
    [few] { $payloads } otisky obsahu
   *[other] { $payloads } otisků obsahu
} v pořádku; { $errors ->
    [one] { $errors } chyba
    [few] { $errors } chyby
   *[other] { $errors } chyb
}, { $recommendations } doporučení, { $comments ->
    [one] { $comments } poznámka
    [few] { $comments } poznámky
   *[other] { $comments } poznámek
}
warc-extracted = { $payloads ->
    [one] { $payloads } obsah
    [few] { $payloads } obsahy
   *[other] { $payloads } obsahů
} → { $folder }
warc-repacked = { $input }: { $records ->
    [one] { $records } záznam
    [few] { $records } záznamy
   *[other] { $records } záznamů
} → { $files }

## Manuál

man-cannot-write = do složky '{ $folder }' nelze zapsat stránky manuálu
man-written = počet stránek manuálu zapsaných do složky '{ $folder }': { $pages }

## Lidé

serve-first-admin = Správce ještě není. Stanete se jím, když jednou, do tří dnů, otevřete: { $url }
people-link = { $name } dostane tento odkaz; lze ho použít jednou, do { $until }:
people-changed = { $name } změněn: { $role }{ $state ->
    [disabled] , nesmí se přihlásit
   *[other] {""}
 }
people-count = { $people ->
    [one] { $people } člověk
    [few] { $people } lidé
   *[other] { $people } lidí
}

## Požadavky

work-asked = požadavek { $number }: { $state ->
    [done] výsledek už existuje
    [running] pracuje se na něm
   *[other] čeká, až na něj přijde řada
}
work-cancelled = požadavek { $number }: { $state ->
    [running] práce skončí, jakmile to půjde
    [waiting] jiní ho ještě chtějí
    [done] teď se znovu nevytvoří; výsledek zůstává
   *[other] zrušen
}
work-now = právě: { $words }
work-error = nepovedlo se: { $error }
work-result = výsledek: { $name }, { $bytes ->
    [one] { $bytes } bajt
    [few] { $bytes } bajty
   *[other] { $bytes } bajtů
}, vytvořen { $made }, zobrazen { $views }×
work-worked-off = { $done ->
    [one] { $done } požadavek vyřízen
    [few] { $done } požadavky vyřízeny
   *[other] { $done } požadavků vyřízeno
}, neúspěšných: { $failed }
## Pravidla pro adresy, kopie a novinky webu

change-feed-about = Stránky webu { $site }, které jsou nové, změněné nebo zmizely, jak je viděl archiv.
change-feed-title = Změny na webu { $site }
change-gone = Zmizela: server říká, že stránka už neexistuje.
change-new = Nová stránka.
change-new-again = Stránka je zpět.
change-changed = Změněná stránka.
change-changed-words = Změna: { $added ->
    [one] přibylo 1 slovo
    [few] přibyla { $added } slova
   *[other] přibylo { $added } slov
}, { $removed ->
    [one] ubylo 1
    [few] ubyla { $removed }
   *[other] ubylo { $removed }
}.
change-changed-first-added = Nově: „{ $words }“
change-changed-first-removed = Zmizelo: „{ $words }“
change-line-gone = zmizela
change-line-new = nová
change-line-changed = změněná
changes-more = { $more ->
    [one] 1 starší změna není vypsána
    [few] { $more } starší změny nejsou vypsány
   *[other] { $more } starších změn není vypsáno
}
changes-cut = neprošly se všechny záznamy webu
changes-none = žádné změny
copy-done = { $pages ->
    [one] 1 stránka
    [few] { $pages } stránky
   *[other] { $pages } stránek
} a { $parts ->
    [one] 1 další soubor
    [few] { $parts } další soubory
   *[other] { $parts } dalších souborů
} ({ $size }); otevřete { $entrance }
copy-missing = Chybí, viz { $list }:
copy-gap-blocked = přístup zakazuje pravidlo
copy-gap-cut = poškozené nebo příliš velké, zkopírováno, kam se dalo přečíst
copy-gap-failed = server tehdy odpověděl chybou
copy-gap-long-path = cesta k souboru by byla příliš dlouhá
copy-gap-lost-redirect = přesměrování, která nikam nevedou
copy-gap-not-archived = odkazované stránky, obrázky, styly a podobné, které v archivu nejsou
copy-gap-too-many = nad největší počet adres jedné kopie
copy-gap-unreadable = nelze přečíst
rules-evidence = stejný obsah: { $equal } z { $all } dvojic adres
rules-evidence-example = { $from } = { $counts }
rules-suggest-index = { $name } na konci cesty znamená složku
rules-suggest-needless = parametr { $parameter } u { $path } nic neznamená
rules-suggest-order = na pořadí parametrů u { $path } nezáleží
rules-suggest-none = { $addresses ->
    [one] porovnána 1 adresa
    [few] porovnány { $addresses } adresy
   *[other] porovnáno { $addresses } adres
}: pro žádné pravidlo nic nesvědčí
rules-suggest-cut = web má víc adres, než kolik se porovnalo
map-no-such-time = takový čas archiv nezná
rules-checked = { $tests ->
    [one] 1 zkouška
    [few] { $tests } zkoušky
   *[other] { $tests } zkoušek
}, { $failed ->
    [0] všechny vyšly
    [one] 1 nevyšla
    [few] { $failed } nevyšly
   *[other] { $failed } nevyšlo
}
rules-test-failed = { $place }: z { $url } má být { $expected }, ale je { $found }
why-site-rule = říká to pravidlo pro adresy webu: { $reason }
why-site-rule-same = podle pravidla pro adresy webu je to táž stránka jako { $uri }
why-advice-site-rule = změňte soubor, který jmenuje scope.site_rules v job.toml, nebo ho zadejte jako semínko
why-advice-site-rule-same = zeptejte se na tamtu adresu
