# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Archiv

archive-file-missing = { $name }: soubor chybí, obsahoval { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}

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
demo-try-check = zda je soubor v pořádku
demo-try-stats = co v něm je
demo-try-recognise = každá stránka v něm s doklady

## Chyby
## Chyby knihoven, se kterými se uživatelé setkávají často.

error-cannot = nelze { $doing } '{ $path }'
error-doing-open = otevřít
error-doing-read = číst
error-doing-write = zapsat
error-doing-append-to = připsat do
error-doing-cut = zkrátit
error-doing-sync = uložit na disk
error-doing-lock = zamknout
error-doing-create = vytvořit
error-doing-rename = přejmenovat
error-doing-remove = smazat
error-doing-list = vypsat obsah složky
error-not-found = soubor nebo složka neexistuje
error-permission-denied = přístup odepřen
error-exists = soubor už existuje
error-is-folder = je to složka
error-not-a-folder = není to složka
error-disk-full = na disku není místo
error-address-in-use = adresa je už obsazena
error-connection-refused = spojení bylo odmítnuto
error-read-only = ze souborového systému lze jen číst
error-locked = soubor '{ $path }' je zamčen
error-newer = '{ $path }' má formát { $found }, tento program zná formáty po { $known }; použijte novější program
error-wrong-format = '{ $path }' má špatný formát: { $what }
error-no-archive = '{ $path }' není archiv: nemá archive.toml ani složku 'warc'
error-archive-locked = archiv '{ $path }' právě používá { $holder }; zkuste to, až skončí
error-catalogue-missing = katalog '{ $path }' neexistuje; vytvořte jej ze souborů archivu: stodola archive rebuild --archive '{ $folder }'
error-catalogue-busy = katalog '{ $path }' nelze doplnit, protože jej ještě čte jiný program; zkuste to, až skončí
error-catalogue-full = disk katalogu '{ $path }' je plný; uvolněte místo a zadejte týž příkaz znovu, nic není ztraceno
error-catalogue-damaged = katalog '{ $path }' je poškozen: { $what }; všechny jeho údaje jsou i v souborech archivu, vytvořte jej znovu: stodola archive rebuild --archive '{ $folder }'
error-catalogue-unknown-file = katalog nemá soubor '{ $name }'
error-forget-unknown = archiv nezná soubor '{ $name }'
error-forget-present = '{ $name }' v archivu je; zapomenout lze jen soubory, které chybí
error-forget-no-reason = uveďte, proč soubor není (--why): důvod se zaznamená
error-not-records = '{ $path }' není ARC, WARC ani WACZ
error-wacz-by-reference = '{ $path }' je soubor WACZ a musí se rozbalit: přidejte jej s --copy
error-taken = '{ $path }' už existuje, a to s jiným obsahem
error-no-pack = balík '{ $name }' neexistuje: zadejte jméno vestavěného ({ $packs }), nebo složku se souborem pack.toml
error-job-unknown-key = { $place }: neznámý klíč `{ $key }`; nemyslíte `{ $nearest }`?
error-job-unknown-value = { $place }: neznámá hodnota `{ $value }`; nemyslíte `{ $nearest }`?
error-job-no-contact = chybí `contact`: správci webů se na vás musí moci obrátit; zadejte e-mailovou adresu nebo webovou stránku
error-job-seeds = semínka nelze číst z '{ $path }': { $reason }
error-migration-not-ours = '{ $path }' není prázdná složka a nepatří k žádnému převodu; zvolte jinou
error-migration-locked = do '{ $path }' právě zapisuje jiný převod
error-migration-nothing = mezi vstupy není žádný soubor archivu
error-recognise-no-contact = uveďte kontakt pro správce webů: --contact MAIL-OR-URL
error-recognise-no-inputs = žádné vstupy: složky a seznamy jsou prázdné
error-recognise-no-records = není archiv: neobsahuje žádný záznam
error-recognise-wrapped = nelze číst: { $looks }
error-recognise-status = server odpověděl stavem { $status }
error-recognise-forbidden = zakazuje to jeho robots.txt: '{ $rule }'
error-warc-open = { $path }: nelze otevřít
error-warc-create = { $path }: nelze vytvořit
error-warc-write = { $path }: nelze zapsat
error-warc-exists = { $path } už existuje; zvolte jinou složku
error-warc-no-record = { $path }: na pozici { $offset }{ $inner ->
    [0] {""}
   *[other] , vnitřní pozici { $inner },
} nezačíná žádný záznam; kde záznamy začínají, ukáže `stodola warc ls`
error-warc-no-id = záznam nemá WARC-Record-ID
error-warc-revisit = záznam revisit nemá obsah; hledejte v záznamu, na který odkazuje
error-warc-arc = toto je soubor ARC; repack umí jen WARC
error-warc-wrapped = { $path }: není archiv: { $looks }

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
pack-other-language = { $path }: balík má jazyk '{ $theirs }', ale slova jsou '{ $ours }'

## Rozpoznávání

recognise-valid = národní
recognise-not-valid = jiná
recognise-found = nalezeno
recognise-valid-elements = platných
recognise-points = body
recognise-evidence = doklady
recognise-by-points = body { $points } { $sign } { $minimum }; pravděpodobnost { $probability }; jazyk { $language }
recognise-by-probability = pravděpodobnost { $probability } { $sign } { $threshold }; body { $points }; jazyk { $language }
recognise-of = { $valid } z { $found }
recognise-too-little = pro mluví příliš málo
recognise-unknown-key = { $path }:{ $line }: neznámý klíč '{ $key }' se nepoužije
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
