# Chyby knihoven.

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
error-wrong-format = '{ $path }' má chybný formát: { $what }
error-no-archive = '{ $path }' není archiv: nemá archive.toml ani složku 'warc'
error-archive-locked = archiv '{ $path }' používá { $holder }; zkuste to znovu, až skončí
error-catalogue-missing = katalog '{ $path }' neexistuje; sestavte ho ze souborů archivu: stodola archive rebuild --archive '{ $folder }'
error-catalogue-busy = katalog '{ $path }' nelze dokončit, protože ho ještě čte jiný program; zkuste to znovu, až skončí
error-catalogue-full = disk s katalogem '{ $path }' je plný; uvolněte místo a zadejte týž příkaz znovu, nic se neztratilo
error-catalogue-damaged = katalog '{ $path }' je poškozen: { $what }; všechny jeho údaje jsou i v souborech archivu, sestavte ho znovu: stodola archive rebuild --archive '{ $folder }'
error-catalogue-unknown-file = katalog nemá soubor '{ $name }'
error-forget-unknown = archiv nezná soubor '{ $name }'
error-forget-present = '{ $name }' existuje; vyřadit lze jen soubory, které chybí
error-forget-no-reason = uveďte, proč soubor chybí (--why): důvod se zaznamená
error-not-records = '{ $path }' není ARC, WARC ani WACZ
error-wacz-by-reference = '{ $path }' je soubor WACZ a je třeba ho rozbalit: přidejte ho s volbou --copy
error-taken = '{ $path }' už existuje a má jiný obsah
error-no-pack = balík '{ $name }' neexistuje: zadejte jméno vestavěného ({ $packs }), nebo složku se souborem pack.toml
error-job-unknown-key = { $place }: neznámý klíč `{ $key }`{ $hint }
error-job-unknown-value = { $place }: neznámá hodnota `{ $value }`{ $hint }
error-job-no-identity = chybí `{ $key }`: sklizeň cizích serverů musí říci, kdo sklízí a k čemu
error-job-no-contact = chybí `contact`: správci webů se na vás musí moci obrátit; zadejte e-mailovou adresu nebo webovou stránku
error-job-seeds-column = '{ $path }' nemá sloupec '{ $column }'; zadejte jméno sloupce nebo jeho číslo
error-job-seeds-no-column = '{ $path }' nemá sloupec s adresami; zadejte jméno sloupce nebo jeho číslo
error-job-seeds-packed = '{ $path }' je zabalen programem { $packing }; nejdřív jej rozbalte (gzip, zstd, xz a bzip2 se čtou tak, jak jsou)
error-job-seeds = semínka nelze číst z '{ $path }': { $reason }
error-migration-not-ours = '{ $path }' není prázdná složka a nepatří k žádnému převodu; zvolte jinou
error-migration-locked = do '{ $path }' právě zapisuje jiný převod
error-migration-nothing = mezi vstupy není žádný soubor archivu
error-recognise-veto = '{ $veto }' není veto; zadejte jméno kritéria, nebo 'racist-words=2' pro dvě slova a víc
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
error-doing-find = najít
error-doing-shorten = zkrátit
error-doing-save = uložit
error-doing-copy-to = kopírovat do
error-doing-copy-the-catalogue-to = zkopírovat katalog do
error-doing-create-a-private-folder-in = vytvořit soukromou složku ve složce
error-doing-create-the-folder = vytvořit složku
error-doing-make-an-identity-for = vytvořit identitu pro
error-doing-listen-at = naslouchat na
error-doing-listen-in = naslouchat ve složce
error-doing-mend = opravit
error-doing-protect = chránit
error-doing-read-the-job-file = číst soubor úlohy
error-doing-read-the-list = číst seznam

## Chyby systému

error-folder-not-empty = složka není prázdná
error-quota = překročen přidělený prostor na disku
error-file-too-large = soubor je příliš velký
error-other-disk = cíl je na jiném disku
error-address-not-available = adresa není k dispozici
error-connection-reset = druhá strana přerušila spojení
error-connection-aborted = spojení bylo přerušeno
error-not-connected = spojení není navázáno
error-host-unreachable = server je nedosažitelný
error-network-unreachable = síť je nedosažitelná
error-network-down = síť nefunguje
error-broken-pipe = druhá strana přestala číst
error-timed-out = vypršel čas
error-interrupted = přerušeno
error-out-of-memory = není dost paměti
error-unexpected-end = neočekávaný konec souboru
error-disk = chyba disku nebo zařízení
error-open-files = příliš mnoho otevřených souborů

## Archivy

error-archive-name = '{ $path }' nelze přidat: jméno není v UTF-8, nebo obsahuje konec řádku
error-catalogue-unfinished = katalog '{ $path }' nebyl při svém vzniku dokončen; sestavte ho ze souborů archivu: stodola archive rebuild --archive '{ $folder }'
error-catalogue-stopped = práce byla zastavena; co je z ní hotové, zůstává
error-catalogue-changing = katalog '{ $path }' se mění příliš rychle, než aby šel zkopírovat, a číst ho tu lze jen jako kopii; zkuste to znovu
error-catalogue-database = katalog '{ $path }' nelze použít: { $error }
error-capture-missing = '{ $path }' chybí; více řekne stodola archive check
error-capture-changed = '{ $path }' se změnil: na pozici { $offset } není záznam, který uvádí katalog; více řekne stodola archive check
error-capture-no-original = '{ $path }': obsah záznamu revisit na pozici { $offset } není v archivu
error-capture-read = nelze číst '{ $path }' na pozici { $offset }: { $error }
error-index-locked = rejstřík ve složce '{ $folder }' se právě používá
error-index-locked-by = rejstřík ve složce '{ $folder }' právě používá { $holder }
error-index-damaged = '{ $path }' je poškozen: { $what }; všechny údaje rejstříku jsou i v souborech WARC: smažte jeho složku a sestavte ho z nich znovu
error-index-differs = '{ $name }' už byl do rejstříku zapsán s jiným obsahem
error-index-name = jméno souboru o délce { $length } bajtů je pro rejstřík příliš dlouhé
error-index-unknown-file = soubor číslo { $number } nebyl do rejstříku nikdy zapsán
error-index-offset = pozice { $value } je pro rejstřík příliš velká
error-index-length = délka { $value } je pro rejstřík příliš velká
error-index-doubtful = dřívější zápis do '{ $path }' selhal; otevřete rejstřík znovu
error-index-only-read = rejstřík '{ $path }' byl otevřen jen pro čtení
error-forget-ambiguous = '{ $given }' může znamenat více souborů; napište z jména více: { $names }
error-intake-wrapped = '{ $path }' není archiv: { $looks }
error-wacz = '{ $path }' nelze číst jako soubor WACZ: { $what }
error-keeper-payloads = { $error }; je-li poškozen, smažte složku 'payloads' archivu: sestaví se znovu
error-keeper-read-back = '{ $file }' byl právě zapsán a na pozici { $offset } je poškozen: { $what }; zkontrolujte disk
error-sink-capture = dokument nelze zkomprimovat: { $error }
error-sink-append = nelze připsat do '{ $path }': { $error }
error-sink-random = systém neposkytuje náhodná čísla: { $error }
error-sink-doubtful = dřívější uložení '{ $path }' na disk selhalo; spusťte příkaz znovu
error-follow-unknown = nic se jménem '{ $name }' sestavit nelze; jména jsou { $names }
error-not-in-index = { $name }: není v rejstříku
error-record-at = { $path }: na pozici { $offset }: { $error }

## Záznamy a soubory

error-head-name = '{ $name }' není jméno pole
error-head-value = hodnota pole '{ $name }' obsahuje konec řádku nebo nulový bajt
error-head-id = id záznamu '{ $id }' není URI
error-head-reserved = '{ $name }' doplňuje program při zápisu
error-head-type = záznamy druhu '{ $kind }' nelze zapsat
error-head-too-long = hlavička o délce { $length } bajtů je příliš dlouhá
error-head-raw = předaná hlavička { $what }
error-block-short = blok má délku { $found } bajtů místo { $declared }
error-block-long = blok je delší než { $declared } bajtů, které má mít
error-block-changed = blok se během zápisu změnil
error-block-read = blok nelze číst: { $error }
error-record-write = záznam nelze zapsat: { $error }
error-record-torn = dřívější záznam byl zapsán jen zčásti
error-file-exists = '{ $path }' už existuje
error-file-locked = do '{ $path }' zapisuje jiný proces
error-file-finished = '{ $path }' je už dokončen
error-file-foreign = '{ $path }' není soubor WARC s požadovanou kompresí
error-file-name = '{ $path }' není použitelné jméno souboru
error-file-warcinfo = nelze zapsat warcinfo souboru '{ $path }': { $error }
error-segment-unknown = nenašel se žádný segment záznamu
error-segment-field = segment na pozici { $offset } nemá čitelné pole '{ $field }'
error-segment-missing = segment { $number } chybí
error-segment-twice = segment { $number } je tu dvakrát, pokaždé jiný
error-segment-unfinished = segment { $number } není poslední, ale další se nenašel
error-segment-total = všechny segmenty dohromady mají délku { $found } bajtů místo { $declared }
error-segment-short = segment { $number } má délku { $found } bajtů místo { $declared }
error-segment-too-many = seznam segmentů by v paměti zabral více než { $budget } bajtů
error-body-limit = tělo je po dekódování delší než { $limit } bajtů
error-damaged = '{ $path }' je poškozen: { $what }
error-table-merge = slučování setříděných úseků nečekaně selhalo
error-warc-cut-on-input = záznam na pozici { $offset } je useknutý a standardní vstup nelze číst znovu
error-warc-gone = záznam na pozici { $offset } už tam není

## Stahování

error-fetch-uri = nelze stáhnout "{ $uri }": { $reason }
error-fetch-header = pole hlavičky "{ $name }" { $reason }
error-fetch-dns = jméno serveru nelze přeložit na adresu: { $error }
error-fetch-address = adresa { $address } není dovolena
error-fetch-name = jméno serveru "{ $host }" není dovoleno
error-fetch-proxy = selhala proxy: { $error }
error-fetch-proxy-refused = proxy odmítá spojení se serverem: { $words }
error-fetch-http2-only = server mluví jen HTTP/2
error-proxy-dns = její jméno nelze přeložit na adresu: { $error }
error-proxy-connect = není s ní spojení: { $error }
error-proxy-login = nepřijímá jméno a heslo, nebo si o ně říká
error-proxy-protocol = nemluví protokolem, který říká nastavení
error-proxy-address = "{ $text }" není proxy: { $reason }
error-proxy-bypass = "{ $entry }" není doména, adresa ani síť jako 192.0.2.0/24
error-proxy-rules = podle svých pravidel
error-proxy-address-kind = tento druh adresy nezná
error-cookie-line = řádek { $line } není cookie se sedmi poli oddělenými tabulátory
error-fetch-connect = nelze se připojit: { $error }
error-fetch-connect-timeout = spojení se včas nepodařilo navázat
error-fetch-tls = nelze navázat spojení TLS: { $words }
error-fetch-send = požadavek nelze odeslat: { $error }
error-fetch-closed = server ukončil spojení bez odpovědi
error-fetch-unheard = udržované spojení bylo ukončeno
error-fetch-response-timeout = odpověď nepřišla včas
error-fetch-spool = odpověď nelze uložit: { $error }
error-dns-no-such-name = takové jméno neexistuje
error-dns-no-address = jméno nemá adresu
error-dns-server = chyba jmenného serveru: { $words }
error-dns-timeout = odpověď nepřišla včas
error-setup-header = nastavení "{ $setting }" obsahuje řídicí znak nebo není v ASCII: "{ $value }"
error-setup-spool = odkládací složku "{ $path }" nelze použít: { $error }
error-setup-dns = překlad jmen nelze připravit: { $words }
error-setup-tls = TLS nelze připravit: { $words }
error-rdap-base = '{ $base }' není server RDAP: zadejte URI http nebo https bez dotazu
error-rdap-whois = '{ $server }' není server whois: zadejte jeho jméno, nebo JMÉNO:PORT
error-rdap-format = '{ $path }' není seznam zemí vlastníků, který by tato verze uměla číst: zadejte jiný soubor
error-rdap-cache = seznam zemí vlastníků '{ $path }' nelze použít: { $error }
error-connect-to = "{ $text }" není HOST:PORT:ADDRESS:PORT: { $reason }

## Úlohy a sklizně

error-job-nearest = ; nemyslíte `{ $nearest }`?
error-job-known = ; známé: { $known }
error-job-running = úloha ve složce '{ $folder }' už běží
error-job-running-by = úloha ve složce '{ $folder }' už běží: { $holder }
error-frontier-doubtful = dřívější zápis do '{ $path }' selhal; spusťte úlohu znovu, bude pokračovat
error-harvest-ended = sklizeň skončila
error-harvest-store = stažené dokumenty nelze uložit: { $error }
error-harvest-past = dřívější dokumenty nelze vyhledat: { $error }
error-harvest-observer = posudky nelze zaznamenat: { $error }
error-harvest-seed = semínko '{ $seed }' nelze sklidit: musí to být URI http nebo https se serverem
error-harvest-no-seeds = nejsou žádná semínka
error-harvest-worker = jedno ze stahování nečekaně skončilo: { $words }
error-harvest-proxy-login = fetch.proxy_login: { $error }
error-harvest-cookies = '{ $path }' není soubor s cookies: { $error }
error-secret-source = napište "env:JMÉNO" nebo "file:CESTA", nikdy samo tajemství
error-secret-variable = proměnná prostředí { $name } není nastavena
error-secret-unusable = tajemství v { $place } nelze použít: musí to být jeden neprázdný řádek
error-logins-format = '{ $path }' není seznam přihlášení: { $message }
error-logins-origin = přihlášení k '{ $origin }': origin je schéma a server, například https://members.example
error-logins-twice = přihlášení k '{ $origin }' je tam dvakrát
error-logins-key = přihlášení k '{ $origin }': '{ $key }' chybí, nebo k jeho druhu nepatří
error-logins-form = přihlášení k '{ $origin }': formulář i jeho stránka musí být na stejném serveru a žádné pole nesmí obsahovat samo heslo
error-logins-sign = přihlášení k '{ $origin }': '{ $sign }' není cookie:JMÉNO, location:TEXT, text:TEXT ani status:ČÍSLO
error-logins-secret = přihlášení k '{ $origin }': { $error }
error-scope-regex = vzor pravidla rozsahu '{ $rule }' nelze použít: { $source }
error-scope-list = nelze číst seznam '{ $path }': { $error }
error-scope-empty = seznam pravidla rozsahu typu '{ $rule }' je prázdný
error-scope-too-large = seznam pravidla rozsahu '{ $rule }' je větší než 4 GiB
error-site-rules-large = '{ $path }' má víc než 4 MiB
error-site-rules-test = { $place }: zkouška nevyšla: z '{ $url }' má být { $expected }, ale je { $found }
error-site-rules-host = '{ $host }' není server, jako je www.example.cz, ani všechny servery pod doménou, jako je *.example.cz
error-site-rules-twice = dva weby mají server '{ $host }'
error-site-rules-no-hosts = web nemá žádný server
error-site-rules-path = '{ $path }' není cesta, která začíná na / a má nejvýš jednu *
error-site-rules-name = '{ $name }' není jméno na konci cesty, jako je index.html
error-site-rules-stable = '{ $path }' je totéž co '{ $counts }', ale to mění i jiné pravidlo
error-site-rules-parameter = '{ $text }' není jméno ani hodnota parametru, jak stojí v adresách
error-site-rules-parameter-twice = parametr '{ $name }' je tam dvakrát
error-site-rules-url = '{ $url }' není adresa http nebo https se serverem
error-site-rules-unclear = zkouška má buď `becomes`, nebo `ignored`, ne obojí
site-rule-ignored = vynecháno ({ $reason })
crawl-error-toml = nastavení nelze zapsat jako TOML: { $words }
job-error-too-long = požadavek má { $bytes } a smí mít { $most }; rozdělte ho na několik kroků

## Nastavení úlohy, za jménem klíče

setting-contact = není e-mailová adresa ani URL http(s): '{ $contact }'
setting-not-a-zone = '{ $zone }' není časové pásmo, jako je Europe/Prague, UTC nebo +01:00
setting-not-hours = '{ $entry }' není doba v týdnu, jako je Mo-Fr 20:00-06:00
setting-not-one-line = musí být jeden řádek bez řídicích znaků
setting-at-least = musí být alespoň { $least }
setting-at-most = nesmí být více než { $most }
setting-instance = je { $instance }, ale musí být 1 až { $instances }, což je počet instancí
setting-longer-than = nesmí být delší než { $name }, což je { $value }
setting-not-longer-than-zero = musí být delší než 0
setting-not-a-host = '{ $host }' není jméno serveru v normální podobě, jako je "www.example.org"
setting-empty = nesmí být prázdné
setting-not-room = '{ $value }' není velikost, jako je 5GB, ani část disku, jako je 5%
setting-too-long = je delší než { $most } bajtů
setting-name-character = je jméno složky a nesmí obsahovat { $character }; použijte písmena, číslice, `-`, `_`, `.`
setting-name-ends = je jméno složky a nesmí začínat `.` nebo `-` ani končit `.`: '{ $name }'
setting-name-of-device = je na některých systémech jménem zařízení: '{ $name }'
setting-limit-is-zero = je 0, takže by se nic nestáhlo; nechcete "unlimited"?
setting-time-is-zero = je 0, takže by se nic nestáhlo
setting-not-within = je { $value }, ale musí být { $least } až { $most }
setting-too-small = je { $value }, ale musí být alespoň { $least }
setting-above = je { $value }, ale nesmí být delší než `{ $name }`, což je { $most }
setting-not-a-prefix = musí mít 1 až 64 písmen bez diakritiky, číslic, `-`, `_`, `.` a nesmí začínat `.`
setting-not-whois = musí být jméno serveru, nebo JMÉNO:PORT
setting-not-a-proxy = '{ $proxy }' není adresa proxy: { $reason }
setting-not-a-bypass = '{ $entry }' není doména, adresa ani síť jako 192.0.2.0/24
setting-not-a-secret = musí být "env:JMÉNO" nebo "file:CESTA", nikdy samo tajemství
setting-not-a-header = '{ $line }' nelze posílat s každým požadavkem: { $reason }
setting-not-a-user-agent = '{ $line }' není server a text, například "news.example: archive/1"
setting-not-a-language = musí být "auto", prázdné, nebo jazyky jako "cs, en;q=0.5"
setting-not-rdap = musí být URI http nebo https bez dotazu
setting-not-editable = je zapsáno způsobem, který tento příkaz neumí změnit; upravte soubor sami
error-settings-changed = nastavení úlohy mezitím někdo změnil
error-settings-kept = jen v souboru na serveru lze nastavit: { $keys }
error-settings-no-profile = profil „{ $name }“ není
setting-not-a-seed = „{ $seed }“ není adresa http nebo https se serverem
setting-no-identity = chybí: sklizeň cizích serverů musí říci, kdo sklízí a k čemu
setting-no-domains = je prázdné: profil `country` potřebuje doménu země, například "cz"
setting-no-contact = chybí: správci serverů musí mít komu napsat
setting-no-such = takové nastavení není
setting-kept = lze změnit jen v souboru na serveru
setting-not-a-number = musí být číslo, například 5000{ $unlimited }
setting-not-a-time = musí být doba, například 30s, 5m nebo 2h{ $unlimited }
setting-not-a-size = musí být velikost, například 100MB nebo 1GiB{ $unlimited }
setting-not-an-interval = „{ $value }“ není interval; napište dobu jako 7d, nebo adaptive, nebo never
setting-not-one-of = musí být jedno z těchto: { $known }
setting-not-rules = musí být seznam [[scope.rule]] a nic jiného
setting-or-unlimited = , nebo unlimited (bez omezení)
setting-no-such-limit = limit `{ $limit }` neexistuje; známé: { $known }

## Převod

error-migrate-read = nelze číst: { $error }
error-migrate-no-records = neobsahuje žádný záznam ARC ani WARC
error-migrate-wrapped = není archiv: { $looks }
error-migrate-write = záznam na pozici { $offset } nelze zapsat: { $error }
error-migrate-head = hlavičku záznamu na pozici { $offset } nelze zapsat: { $error }
error-migrate-quarantine = { $path } nelze zapsat: { $error }
error-migrate-verify = výsledek se nepodařilo ověřit a byl smazán: { $error }
error-migrate-changed = se od převodu změnil; jeho výsledek zůstal, jak je
error-migrate-result-changed = jeho výsledek '{ $result }' se od zápisu změnil ({ $what }); nic se nepřepsalo: přesuňte ten soubor jinam a spusťte převod znovu, vznikne nový
error-migrate-occupied = měl by vzniknout '{ $result }', ten však už existuje a nebyl vytvořen z tohoto zdroje ({ $error }); přesuňte ten soubor jinam a spusťte převod znovu
error-migrate-same-name = jeho výsledek '{ $result }' má stejné jméno jako výsledek jiného zdroje; zadejte místo toho složku nad oběma
error-migrate-index = rejstřík obsahů: { $error }
error-migrate-original = '{ $path }' nemá na pozici { $offset } záznam, ale rejstřík obsahů ho tam uvádí
error-verify-differs = záznam { $number } zdroje, ve výsledku na pozici { $offset }: { $what }
error-verify-unmarked = záznam { $number } zdroje byl přečten z poškozených bajtů ({ $reason }), ale záznam na pozici { $offset } ve výsledku to neuvádí; starší verze takové záznamy neoznačovaly: smažte výsledek a převeďte zdroj znovu
error-verify-count = počet záznamů ve zdroji je { $source_records }, ve výsledku { $result_records }
error-verify-damaged = výsledek je poškozen: { $what }
error-verify-unaccounted = úsek zdroje o délce { $bytes } bajtů není nikde započten
error-restore-not-arc = záznam na pozici { $offset } nevznikl ze záznamu ARC
error-restore-elsewhere = obsah záznamu na pozici { $offset } je v jiném záznamu, '{ $refers_to }'
error-migration-output = '{ $path }' nelze použít: { $error }
error-migration-rebuild = rejstřík obsahů nelze vytvořit znovu: { $error }

## Rozpoznávání, balíky, PDF

error-geo = '{ $path }' nelze použít jako databázi zemí: { $problem }; stáhněte ji znovu
error-pack-language = '{ $code }' není kód jazyka; zadejte kód ISO 639, jako je 'cs'
error-pack-no-inputs = žádné vstupy: není mezi nimi žádný soubor WARC ani ARC
error-pack-no-word = nezbylo žádné slovo; nejsou slovníky jazyka a jeho sousedů stejné?
error-recognise-list-line = { $path }:{ $line }: řádek není v UTF-8
error-recognise-start = nelze začít
error-recognise-no-status = server neposlal stav
error-recognise-no-head = server neposlal hlavičku
error-recognise-no-location = přesměrování nemá Location
error-recognise-bad-redirect = přesměrování na '{ $to }' nelze sledovat
error-recognise-redirects = více přesměrování než { $most }
error-recognise-no-host = URL nemá server
error-pdf-start = '{ $path }' nelze spustit
error-pdf-limits = meze podřízeného procesu nelze nastavit
error-pdf-body = dokument nelze číst
error-pdf-wait = na podřízený proces nelze čekat
error-pdf-text = text je delší než { $bytes } bajtů
error-pdf-bytes = delší než { $bytes } bajtů
error-pdf-time = neskončilo ani po { $time }
error-pdf-cpu-time = více než { $time } času procesoru

## Co knihovny uchovávají nebo posílají jako anglická slova

told-member-damaged = komprimovaný člen na pozici { $offset } je poškozen: { $what }
told-bytes-between = mezi uvedeným koncem bloku a dalším záznamem stojí bajty, je jich { $length }
told-at = na pozici { $offset }: { $what }
told-ends-at = končí na pozici { $position }
told-no-record-at = na pozici { $position } nezačíná žádný záznam
told-beyond = záznam přesahuje pozici { $end }
told-setting = { $place }: `{ $key }` { $fault }
told-cannot = nelze { $doing } '{ $path }': { $error }
told-result-length = jeho délka v bajtech je { $length }, zapsáno bylo { $written }

## Odmítnutí běžící sklizně

told-request-incomplete = požadavek nebyl úplný ani po { $seconds } s; nic se nestalo
told-too-many-connections = příliš mnoho spojení najednou; zkuste to znovu
told-request-too-long = požadavek je delší než { $most }; nic se nestalo. Rozdělte ho na několik kroků
told-request-no-end = požadavek přišel bez konce řádku; nic se nestalo
told-request-empty = požadavek je prázdný
told-request-unknown = tato sklizeň nezná požadavek '{ $word }'
told-request-words = požadavek má mít podobu '{ $usage }'
told-no-such-host = tato sklizeň se serverem '{ $host }' nesetkala
told-not-a-seed = { $place }. semínko, '{ $seed }', není URI http nebo https se serverem; nic se nezměnilo
told-nothing-changed = nic se nezměnilo: { $error }
told-request-unread = požadavek nelze číst: { $error }
told-request-not-utf8 = požadavek není v UTF-8: { $error }
told-request-not-begun = požadavek nelze zpracovat: { $error }
told-request-failed = požadavek nečekaně selhal: { $error }
told-limit-unsaved = limit platí pro tento běh, ale nepodařilo se ho uložit pro další: { $error }
told-seeds-unsaved = tento běh semínka použije, ale nepodařilo se je uložit pro další: { $error }

## Popisy pravidel rozsahu

told-accept = přijímá { $what }
told-reject = odmítá { $what }
told-except = vše kromě: { $what }
told-clicks = URI vzdálená od semínka více odkazů než { $max }
told-segments = cesty s více částmi než { $max }
told-length = URI delší než { $max } bajtů
told-repeats = cesty, v nichž se tytéž části opakují za sebou vícekrát než { $max }×
told-parameters = dotazy s více parametry než { $max }, nebo s týmž parametrem více než třikrát
told-requisites = soubory, které stránky potřebují (obrázky, styly, skripty), nejvýše { $max } za sebou
told-requisites-guessed = soubory, které stránky potřebují (obrázky, styly, skripty), nejvýše { $max } za sebou, a odhadnutá média
told-pattern = URI, která odpovídají vzoru `{ $pattern }`
told-prefixes = URI, která začínají: { $what }
told-hosts-in = servery v: { $what }
told-endings = jména souborů, která končí: { $what }
told-with = URI s: { $what }
told-or-domains = { $first } nebo domény ze seznamu '{ $file }'
told-or-prefixes = { $first } nebo předpony ze seznamu '{ $file }'
told-prefix = předpona { $name }
told-these-prefixes = předpony { $names }
told-listed-prefixes = předpony ze seznamu '{ $file }'
told-domain = doména { $name }
told-these-domains = domény { $names }
told-listed-domains = domény ze seznamu '{ $file }'
told-tld = doména nejvyšší úrovně { $name }
told-these-tlds = domény nejvyšší úrovně { $names }
told-suffix = přípona { $name }
told-these-suffixes = přípony { $names }
told-scheme = schéma { $name }
told-these-schemes = schémata { $names }
told-many-prefixes = předpony, jejich počet je { $number }
told-many-domains = domény, jejich počet je { $number }
told-many-suffixes = přípony, jejich počet je { $number }

## Server a přístup

error-serve-listen = nelze naslouchat na { $address }: { $error }
error-serve-names-needed = na '{ $address }' se dostanou i jiné počítače: uveďte jména, která používají, --public-url a --replay-url
error-serve-not-an-origin = '{ $url }' není adresa tvaru http://server nebo https://server:port
error-serve-one-of-two = --public-url a --replay-url se uvádějí obě, nebo žádná
error-serve-same-host = '{ $app }' a '{ $replay }' mají stejné jméno serveru; archivované skripty by mohly ovládat stránky
error-access-no-reason = řekněte proč (--why): důvod zůstane v protokolu
error-access-no-name = řekněte, kdo jste (--by): jméno zůstane v protokolu
error-access-no-rule = pravidlo { $rule } neexistuje
error-access-no-change = změna { $change } neexistuje
error-access-nothing-to-undo = není žádná změna, kterou by šlo vzít zpět
error-access-undone = změnu { $change } už vzala zpět změna { $by }
error-access-changed-again = změnu { $change } nelze vzít zpět: pravidlo { $rule } znovu změnila změna { $by }; vezměte zpět nejprve ji
error-access-damaged = '{ $path }' je poškozen: { $what }; vraťte jeho kopii, pravidla přístupu nejsou nikde jinde
error-access-too-long = { $what }: text je příliš dlouhý, ukládá se nejvýše 8 KiB
error-access-database = pravidla v '{ $path }' nelze použít: { $error }
error-access-group-changed = změnu { $number } nelze vzít zpět: skupina „{ $group }“ se od té doby změnila znovu; nejdříve vezměte zpět tu změnu
error-access-group-name = „{ $name }“ není jméno skupiny: bez mezer, nejvýše 200 bajtů
error-access-import-format = to není soubor s takovými pravidly: { $what }
error-access-import-large = soubor je větší než 256 MiB
error-access-import-refused = počet pravidel, která nelze převzít: { $count }; první: { $place }: { $what }
error-access-rule-text = '{ $text }' není { $what }
error-serve-runtime = server nelze spustit: { $error }
error-export-empty = v archivu není žádný záznam, který by vyhověl a směl se exportovat; nic se nezapsalo
error-export-exists = '{ $path }' už existuje; zvolte jiné jméno, nebo soubor nejdřív odstraňte
error-export-scratch = nelze použít dočasný soubor: { $error }; nastavte TMPDIR na složku, kde je místo
error-export-stopped = export byl přerušen; nic se nezapsalo
error-changes-stopped = práce byla přerušena
error-copy-empty = v archivu není žádný záznam webu '{ $site }', který by se směl kopírovat
error-copy-not-empty = složka '{ $folder }' není prázdná; zvolte jinou
error-copy-stopped = kopie byla přerušena; není úplná
error-bare-folder = ve složce '{ $folder }' nelze vytvořit složku: { $error }; nastavte TMPDIR na složku, kde je místo
error-bare-nothing = žádný ze souborů nelze přečíst; zadejte soubory ARC, WARC nebo WACZ, nebo archiv pomocí --archive
told-rule-address-range = rozsah adres
told-rule-audience = group:JMÉNO ani address:ROZSAH
told-rule-media-type = typ média
told-rule-message = sdělení
told-rule-name = jméno
told-rule-note = poznámka
told-rule-place = adresa, server ani doména
told-rule-place-long = místo
told-rule-reason = důvod

## Lidé, tokeny, projekty

error-person-name = „{ $name }“ nemůže být jméno: použijte nejvýše 60 písmen, číslic a znaků . _ - @
error-person-taken = někdo se jménem „{ $name }“ už existuje
error-person-unknown = nikdo se jménem „{ $name }“ neexistuje
error-person-group = „{ $name }“ nemůže být název skupiny: použijte nejvýše 200 znaků bez mezer
error-person-password = heslo má { $min } až { $max } znaků
error-person-link = tento odkaz byl použit nebo je příliš starý; požádejte o nový
error-person-last-admin = „{ $name }“ je poslední správce; nejprve jmenujte jiného
error-person-text = { $what ->
    [name] název
    [note] poznámka
   *[other] seznam
 } má nesprávnou délku: nic, nebo příliš mnoho
error-person-too-many = { $what ->
    [groups] skupin
    [people] lidí
    [tokens] tokenů
    [projects] projektů
    [parts] částí
   *[other] položek
 } je příliš mnoho; nejprve některé odeberte
error-person-changed = mezitím to změnil někdo jiný; načtěte to znovu
error-person-missing = { $what ->
    [token] token
    [project] projekt
   *[other] webhook
 } { $number } neexistuje
error-person-project-taken = projekt „{ $name }“ už existuje
error-person-address = „{ $url }“ není adresa tvaru https://host/cesta
error-person-no-chance = systém nedává náhodná čísla
error-person-has-admin = správce už existuje
error-events-database = události v „{ $path }“ nelze použít: { $error }

## Searching

error-search-no-index = archiv nemá index pro hledání; vytvoří jej 'stodola archive rebuild --only search'
error-search-damaged = index pro hledání je poškozený ({ $reason }); nově jej vytvoří 'stodola archive rebuild --only search'
error-search-unknown = '{ $path }' zapsal novější program, nebo je to něco jiného
error-search-database = databáze search.db: { $error }
error-search-io = nezdařilo se ({ $what }): { $error }
error-search-busy = index pro hledání se právě vytváří nově; zkuste to za chvíli
error-search-no-links = odkazy potřebují index pro hledání a mapu; vytvoří je 'stodola archive rebuild --only search' a '--only map'
error-search-links-too-large = mapa má { $bytes } bajtů, to je příliš mnoho na to, aby se hledání dovídalo o odkazech po každém kole; udělá to 'stodola archive rebuild --only links'
error-search-sort = texty odkazů nelze seřadit: { $error }
error-visits-database = návštěvy v '{ $path }' nelze použít: { $error }
error-search-cursor = toto není další strana tohoto hledání; začněte první stranou
error-query-empty = není co hledat
error-query-only-excluded = hledání potřebuje něco, co v textu být má, nejen slova, která v něm být nemají
error-query-too-long = hledání je delší než { $bytes } bajtů nebo { $words } slov
error-query-date = '{ $value }' není datum; pište 2007, 2007-03, 2007-03-15 nebo 2007..2009
error-query-type = '{ $value }' není druh dokumentu; druhy jsou { $names }
error-query-part = '{ $value }' není část stránky; části jsou { $names }
error-query-status = '{ $value }' není stavový kód HTTP; pište 404 nebo 400..499
error-query-no-value = za '{ $field }:' chybí hodnota

## Požadavky uživatelů

error-requests-role = „{ $package }“ je pro lidi s rolí alespoň { $role }
error-requests-operators = „{ $what }“ je pro operátory
error-requests-field = dotaz pro „{ $package }“: „{ $field }“ { $what }
error-requests-field-unknown = není známo
error-requests-field-missing = chybí
error-requests-field-text = musí být text
error-requests-field-number = musí být číslo
error-requests-field-flag = musí být true nebo false
error-requests-field-choice = není žádná z možností
error-requests-pair = „{ $text }“ není část dotazu: napište JMÉNO=HODNOTA
error-requests-refresh = „{ $text }“ neříká, kdy výsledek obnovit: napište never, idle, nebo interval, například 12h, 7d, 2w
error-requests-not-yours = požadavek { $number } není váš
error-requests-other-rights = výsledek požadavku { $number } vznikl s jinými právy, než máte vy; požádejte o něj sami
error-requests-rules-changed = od vzniku výsledku požadavku { $number } se změnila pravidla přístupu; vytváří se znovu, podívejte se později
error-work-damaged = '{ $path }' je poškozený: { $what }; odsuňte ho a znovu požádejte o to, co potřebujete
error-work-database = požadavky v '{ $path }' nelze použít: { $error }
error-work-owner-limit = { $waiting ->
    [one] čeká { $waiting } váš požadavek
    [few] čekají { $waiting } vaše požadavky
   *[other] čeká { $waiting } vašich požadavků
 }, víc jich čekat nesmí (nejvýš { $limit }); počkejte, až některý skončí, nebo ho zrušte
error-work-queue-full = { $limit ->
    [one] čeká { $limit } požadavek
    [few] čekají { $limit } požadavky
   *[other] čeká { $limit } požadavků
 } a další se teď nepřijímají; požádejte později
error-work-no-package = balíček „{ $name }“ neexistuje
error-work-no-request = požadavek { $number } neexistuje
error-work-not-active = požadavek { $number } nečeká ani neběží; jeho stav: { $state ->
    [done] hotovo
    [failed] nepovedl se
    [cancelled] zrušen
   *[other] { $state }
 }
error-work-no-result = požadavek { $number } nemá výsledek
error-work-no-favourite = oblíbený dotaz „{ $name }“ neexistuje
error-work-favourites = oblíbených dotazů smí být nejvýš { $limit }; nejprve některý odeberte
error-work-name = „{ $name }“ není jméno: 1 až 100 znaků, žádné řídicí znaky
error-work-no-site = výsledky nelze ukládat do souborů: není pro ně nastavena složka (work.toml, [site] folder)
error-work-site-path = výsledek nelze uložit do „{ $name }“: { $what }
error-work-site-long = jméno je příliš dlouhé
error-work-site-deep = je v něm příliš mnoho složek
error-work-site-plain = povolena jsou jen písmena, číslice a . _ -, mezi složkami /, a žádné jméno nezačíná tečkou
error-work-site-ending = přípona musí patřit datům, například .html, .json nebo .csv
error-work-site-link = složka v něm je odkaz nebo soubor
error-work-site-taken = na jeho místě je něco jiného
error-work-busy = požadavky tohoto archivu vyřizuje jiný proces: { $holder }
error-work-thread = vlákno se nepodařilo spustit: { $error }
error-question-long = dotaz má { $bytes } bajtů; přijímá se nejvýš { $most }
error-question-deep = dotaz je příliš hluboko vnořený: přijímá se nejvýš { $most } úrovní
error-question-json = dotaz nelze přečíst jako JSON: { $what }
error-question-object = dotaz není objekt JSON
error-template-long = šablona má { $bytes } bajtů; přijímá se nejvýš { $most }
error-template-unclosed = v šabloně je na bajtu { $at } '{ $begin }' bez '{ $end }'
error-template-section = oddíl '{ $name }' šablony není uzavřený tam, kde má být
error-template-deep = oddíly šablony jsou příliš hluboko vnořené: přijímá se nejvýš { $most } úrovní
error-template-much = to, co šablona vypisuje, je příliš dlouhé
error-note-asked = žádá { $who }
error-note-begins = začíná { $run }. běh
error-note-done = výsledek je hotový
error-note-put-back = program končí; požadavek čeká znovu
error-note-ended = práce skončila bez výsledku
error-note-cancelled = zrušil(a) { $who }
error-note-cancelled-for-all = zrušeno těmi, kdo se o tento druh práce starají
error-note-unwanted = { $who } už o něj nestojí
error-note-rules = pravidla přístupu se změnila; výsledek se dělá znovu
error-note-lost = program při této práci skončil; požadavek čeká znovu
error-note-hopeless = program při této práci skončil příliš často
error-note-no-room = na další výsledky není místo; nejdřív je třeba odstranit staré
error-note-fault = práce skončila chybou programu; víc je v jeho protokolu
error-note-saved = uloženo do { $name }
error-note-not-saved = neuloženo do { $name }: { $why }
error-note-waits = čeká se na archiv: { $holder }
error-note-exported = exportováno zachycení: { $captures }, záznamů: { $records }
error-note-left-out = vynecháno: { $count }, protože: { $reason }
error-note-checked = zkontrolováno souborů: { $files }, z toho nejsou v pořádku: { $bad }
error-note-nobody = úlohy teď nikdo nespouští; začne to s 'stodola harvest' nebo 'stodola serve --harvest'
error-note-not-read = nepřečteno celé: { $file }
error-note-template = šablona dostala jen prvních { $most } řádků
error-note-more-rows = řádků, které ve výsledku nejsou: { $rows }
error-note-relaxed = blízko všem těmto slovům není žádné slovo; uvedena jsou ta, která jsou blízko některým z nich
error-package-export = řekněte, co se má exportovat: adresu, nebo úlohu
error-package-time = '{ $text }' není čas: je třeba 4 až 14 číslic
error-package-place = '{ $text }' není web: uveďte server, *.DOMÉNU, nebo začátek adresy s * na konci
error-package-areas = uveďte buď web, nebo sbírku, ne obojí
error-package-nothing = mapa nemá žádnou stránku z '{ $name }'
error-package-derived = nic se nejmenuje '{ $only }'; známé: { $known }
error-work-favourite-taken = oblíbený dotaz '{ $name }' už máte; nejdřív ho odstraňte, nebo zvolte jiné jméno
