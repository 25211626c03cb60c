# Nápověda (`--help`) v češtině. Anglické texty stojí v programu u argumentů; test modulu `help` hlídá, aby tu měl každý
# příkaz a argument svůj text a aby žádný nezbyl. Řádky jednoho odstavce se spojí; `.after` zůstane, jak je.

-archive-dir = Složka archivu
-archive-new-dir = Složka archivu; není-li, vytvoří se
-json-per = Vypíše jeden objekt JSON na
-job-name = Jméno úlohy
-round = Kolo úlohy; výchozí je poslední
-private = Stahuje i ze soukromých a lokálních adres (private, loopback, link-local)
-file-name = Soubor: jeho jméno v archivu, jeho cesta, nebo konec jména, má-li jej jediný soubor
-access-why = Důvod, který zůstane v protokolu
-access-by = Kdo to dělá, zůstane v protokolu; výchozí je uživatel systému
-seeds-format = Druh souborů; `auto` ho pozná podle prvních řádků
-seeds-column = Sloupec tabulky s adresami: jeho jméno nebo číslo, počítáno od 1; jinak se uhodne
-seeds-batch = Vezme jednu z několika částí, například 2/10; všechny adresy jedné domény jsou v téže části
-seeds-sample = Vezme tolik náhodně vybraných adres
-seeds-sample-seed = Číslo, které rozhoduje o výběru; stejné číslo dá stejné adresy
-inputs = `-` je standardní vstup
-map-site = Jen stránky tohoto webu: server, *.DOMÉNA se všemi servery, nebo začátek URL s * na konci
-map-collection = Jen záznamy této sbírky nebo úlohy; ostatní jako by nebyly
-map-date = Mapa, jaká byla v tomto čase, například 2015, 2015-06-30 nebo 20150630120000; jinak jaká je nyní
-map-round = Mapa, jaká byla na konci tohoto kola úlohy, například news/3
-map-as = Co smějí vidět členové této skupiny, jako group:JMÉNO; skupin může být víc
-map-with-blocked = Také záznamy, které pravidla přístupu blokují nebo skrývají

help = Sklízí web, archivuje jej jako WARC, převádí staré archivy a vyhledává v archivech
    .after =
        Návratové kódy: 0 hotovo; 1 hotovo, ale s daty něco není v pořádku; 2 nelze provést; 3 sklizeň zastavil limit nebo signál a lze v ní pokračovat.
        Data jdou na standardní výstup, vše ostatní na standardní chybový výstup.
    .heading-usage = Použití
    .heading-commands = Příkazy
    .heading-arguments = Argumenty
    .heading-options = Volby
    .arg-help = Vypíše nápovědu (-h stručnou, --help úplnou)
    .arg-version = Vypíše verzi

help-help = Vypíše tuto nápovědu nebo nápovědu zadaného příkazu

help-access = Rozhoduje, kdo smí co vidět: pravidla, jejich protokol, které pravidlo rozhoduje

help-access-ls = Vypíše pravidla přístupu s jejich čísly
    .arg-archive = { -archive-dir }
    .arg-json = { -json-per } pravidlo

help-access-block = Zabrání zobrazení záznamů: jsou uvedeny s důvodem a jejich obsah se neukáže
    .long =
        Soubory archivu zůstanou, jak jsou. Pravidlo platí hned, i pro běžící server. Ze všech pravidel, která platí,
        rozhoduje nejpřesnější: nejprve podle adresy (stránka před složkou, ta před serverem, ten před doménou), pak podle
        návštěvníka, podle doby a podle typu. Jsou-li dvě stejně přesná, rozhoduje přísnější.
    .after =
        Příklady:
          stodola access block example.cz --cause takedown-owner --why 'dopis z 3. května' --archive archive
          stodola access block '*' --younger-than 1y --cause embargo --why 'smlouva 12/2026' --archive archive
    .arg-place = Které adresy: `http://example.cz/a` jedna, `http://example.cz/a/*` všechny, které tak začínají, `example.cz` server, `*.example.cz` doména, `*` všechny
    .arg-archive = { -archive-dir }
    .arg-audience = Jen pro členy skupiny (group:JMÉNO) nebo pro rozsah adres (address:10.1.0.0/16)
    .arg-from = Jen záznamy z této doby a pozdější, například 2015 nebo 2015-06-30
    .arg-to = Jen záznamy z této doby a dřívější
    .arg-younger_than = Jen záznamy mladší než toto, například 1y, 6m, 90d: časové omezení (embargo)
    .arg-older_than = Jen záznamy starší než toto
    .arg-valid_from = Pravidlo platí od této doby
    .arg-valid_until = Pravidlo platí do této doby
    .arg-media_type = Jen záznamy tohoto typu obsahu, například application/pdf nebo image/*
    .arg-message = Co se řekne čtenářům
    .arg-note = Co uvidí jen pracovníci
    .arg-why = { -access-why }, pro ty, kdo se budou ptát za deset let
    .arg-by = { -access-by }
    .arg-cause = Proč, jedním slovem: rozhoduje o tom, co se řekne čtenářům
    .value-cause-embargo = Smí se zobrazit později
    .value-cause-reading-room = Zákon nebo smlouva: jen ve studovně
    .value-cause-takedown-court = Nařídil to soud
    .value-cause-takedown-owner = Požádal o to vlastník stránky
    .value-cause-takedown-person = Požádala o to osoba na stránce uvedená
    .value-cause-rights = Je jen pro určité lidi

help-access-allow = Dovolí záznamy, které méně přesné pravidlo blokuje nebo skrývá
    .after =
        Příklad:
          stodola access allow '*' --for address:10.1.0.0/16 --why 'studovna' --archive archive
    .arg-place = Které adresy: `http://example.cz/a` jedna, `http://example.cz/a/*` všechny, které tak začínají, `example.cz` server, `*.example.cz` doména, `*` všechny
    .arg-archive = { -archive-dir }
    .arg-audience = Jen pro členy skupiny (group:JMÉNO) nebo pro rozsah adres (address:10.1.0.0/16)
    .arg-from = Jen záznamy z této doby a pozdější, například 2015 nebo 2015-06-30
    .arg-to = Jen záznamy z této doby a dřívější
    .arg-younger_than = Jen záznamy mladší než toto, například 1y, 6m, 90d: časové omezení (embargo)
    .arg-older_than = Jen záznamy starší než toto
    .arg-valid_from = Pravidlo platí od této doby
    .arg-valid_until = Pravidlo platí do této doby
    .arg-media_type = Jen záznamy tohoto typu obsahu, například application/pdf nebo image/*
    .arg-message = Co se řekne čtenářům
    .arg-note = Co uvidí jen pracovníci
    .arg-why = { -access-why }, pro ty, kdo se budou ptát za deset let
    .arg-by = { -access-by }
    .arg-unless_embargo = Pravidla o stáří záznamů mají před tímto přednost

help-access-hide = Skryje záznamy: jako by neexistovaly, ani v počtech
    .after =
        Příklad:
          stodola access hide http://example.cz/private/* --why 'rozhodnutí soudu 7 C 12/2026' --archive archive
    .arg-place = Které adresy: `http://example.cz/a` jedna, `http://example.cz/a/*` všechny, které tak začínají, `example.cz` server, `*.example.cz` doména, `*` všechny
    .arg-archive = { -archive-dir }
    .arg-audience = Jen pro členy skupiny (group:JMÉNO) nebo pro rozsah adres (address:10.1.0.0/16)
    .arg-from = Jen záznamy z této doby a pozdější, například 2015 nebo 2015-06-30
    .arg-to = Jen záznamy z této doby a dřívější
    .arg-younger_than = Jen záznamy mladší než toto, například 1y, 6m, 90d: časové omezení (embargo)
    .arg-older_than = Jen záznamy starší než toto
    .arg-valid_from = Pravidlo platí od této doby
    .arg-valid_until = Pravidlo platí do této doby
    .arg-media_type = Jen záznamy tohoto typu obsahu, například application/pdf nebo image/*
    .arg-message = Co se řekne čtenářům
    .arg-note = Co uvidí jen pracovníci
    .arg-why = { -access-why }, pro ty, kdo se budou ptát za deset let
    .arg-by = { -access-by }

help-access-remove = Odebere pravidla. Zůstanou v protokolu a `stodola access undo` je vrátí
    .arg-rules = Čísla pravidel, jak je ukazuje `stodola access ls`
    .arg-archive = { -archive-dir }
    .arg-why = { -access-why }
    .arg-by = { -access-by }

help-access-undo = Vezme změnu pravidel zpět: co bylo přidáno, zmizí, co bylo odebráno, se vrátí
    .long =
        I to je změna: je v protokolu a lze ji vzít zpět. Změnu, jejíž pravidla se mezitím změnila znovu, nelze vzít zpět
        dříve než tu pozdější.
    .arg-change = Číslo změny, jak je ukazuje `stodola access log`; výchozí je poslední, která nebyla vzata zpět
    .arg-archive = { -archive-dir }
    .arg-why = { -access-why }
    .arg-by = { -access-by }

help-access-check = Řekne, co se návštěvníkovi z URL zobrazí, které pravidlo rozhoduje a proč ne ostatní
    .long =
        Rozhoduje se o posledním záznamu URL, nebo o tom, který je nejblíže --time. Nemá-li archiv žádný, předpokládá se
        záznam z té doby.
    .after =
        Příklady:
          stodola access check http://example.cz/ --archive archive
          stodola access check http://example.cz/ --as group:readers --address 10.1.2.3 --archive archive
    .arg-url = URL
    .arg-archive = { -archive-dir }
    .arg-groups = Skupina návštěvníka, jako group:JMÉNO; může jich být více
    .arg-address = IP adresa, ze které návštěvník přichází
    .arg-time = Záznam nejbližší této době: 4 až 14 číslic, například 2015 nebo 20150630120000
    .arg-media_type = Předpokládá tento typ obsahu
    .arg-json = Vypíše výsledek jako JSON

help-access-import = Převezme pravidla z pywb (.aclj) nebo OutbackCDX (JSON)
    .long =
        Převezmou se všechna pravidla souboru jako jedna změna, nebo žádné: pravidlo, které zde nelze vyjádřit, se vypíše s
        řádkem nebo číslem a důvodem. Z uživatelů pywb a přístupových bodů OutbackCDX se stanou skupiny.
    .after =
        Příklady:
          stodola access import access-rules.aclj --why 'pravidla starého serveru' --archive archive
          stodola access import rules.json --policies policies.json --why 'pravidla OutbackCDX' --archive archive
    .arg-file = Soubor
    .arg-archive = { -archive-dir }
    .arg-format = Program, ze kterého pravidla jsou; jinak podle jména souboru
    .value-format-aclj = Soubory pywb s pravidly přístupu
    .value-format-outbackcdx = Pravidla OutbackCDX jako JSON
    .arg-default_access = pywb: co říká jeho nastavení pod default_access
    .value-default_access-allow = Vše se zobrazuje
    .value-default_access-block = Vše je blokováno
    .value-default_access-exclude = Vše je skryto
    .arg-policies = OutbackCDX: soubor se zásadami (policies), nejsou-li v témže souboru
    .arg-public_access_point = OutbackCDX: přístupový bod, který používají všichni
    .arg-block = OutbackCDX: co se nesmí vidět, blokuje, místo aby to skrylo
    .arg-why = { -access-why }
    .arg-by = { -access-by }

help-access-log = Ukáže, kdo, kdy a proč pravidla změnil
    .arg-archive = { -archive-dir }
    .arg-json = { -json-per } změnu

help-access-group = Určí, z kterých adres přicházejí členové skupiny, například počítače studovny
    .long =
        Pro skupinu lze udělat pravidlo: `stodola access allow '*' --for group:readers`. Změna platí hned, i pro běžící
        server, je v protokolu a `stodola access undo` ji vezme zpět.

help-access-group-ls = Vypíše skupiny a jejich rozsahy adres
    .arg-archive = { -archive-dir }
    .arg-json = { -json-per } rozsah

help-access-group-add = Přidá rozsah adres do skupiny; skupina, která neexistuje, vznikne
    .after =
        Příklad:
          stodola access group add readers 10.1.0.0/16 --why 'studovna' --archive archive
    .arg-group = Jméno skupiny
    .arg-range = Jedna adresa nebo rozsah adres, například 10.1.0.0/16
    .arg-archive = { -archive-dir }
    .arg-why = { -access-why }
    .arg-by = { -access-by }

help-access-group-remove = Odebere rozsah adres ze skupiny; skupina bez rozsahů zanikne
    .arg-group = Jméno skupiny
    .arg-range = Jedna adresa nebo rozsah adres, například 10.1.0.0/16
    .arg-archive = { -archive-dir }
    .arg-why = { -access-why }
    .arg-by = { -access-by }

help-archive = Přidává soubory do archivu, kontroluje jej a vyhledává v něm

help-archive-add = Přidá soubory ARC, WARC a WACZ do archivu a jeho katalogu
    .long =
        Soubor zůstane, kde je, a archiv na něj odkazuje; s --copy se zkopíruje do DIR/warc/added. Ze souboru WACZ se
        s --copy soubory WARC rozbalí tamtéž; bez ní se čtou přímo v něm, jsou-li v něm jako obvykle uloženy bez další
        komprese. Soubor, který už v DIR/warc je, například ze sklizně, se jen zapíše do katalogu.
        Přidat soubor znovu nic nezmění, pokud se nezměnil on sám; soubor se stejnými bajty, jaké má některý soubor archivu,
        se nepřidá. Přemístěný soubor se pozná podle bajtů a jeho záznamy zůstanou. Zadáte-li složku, přidají se všechny
        takové soubory v ní a v jejích podsložkách. Do katalogu se přidají i nové výsledky úloh v DIR/jobs.
    .after =
        Příklady:
          stodola archive add old/*.arc.gz site.warc.gz --archive archive
          stodola archive add --copy crawl.wacz --archive archive
    .arg-files = Soubory a složky, které se přidají
    .arg-archive = { -archive-new-dir }
    .arg-copy = Zkopíruje soubory do archivu

help-archive-rebuild = Vytvoří nový katalog a vše ostatní odvozené ze souborů archivu a ze složek jeho úloh
    .long =
        Starý katalog se používá, dokud není nový úplný. Je-li příkaz přerušen, spusťte jej znovu a bude pokračovat. Soubory
        ze sklizní, které v katalogu ještě nejsou, se přidají. Chybějící soubory se vypisují pokaždé, dokud nepoužijete
        `stodola archive forget`; jejich záznamy v katalogu zůstanou.
    .after = Návratové kódy: 0 všechny soubory tu jsou a lze je číst; 1 některé chybějí, jsou poškozené nebo změněné; 2 nelze provést, starý katalog zůstává.
    .arg-archive = { -archive-dir }
    .arg-only = Vytvoří znovu jen toto: `catalogue`, nebo jedno z těch, která vypisuje `stodola archive stats`, například `payloads`; `licences` hledá licence ve všech stránkách a od té chvíle i v nových; `links` předá hledání, co mapa ví o odkazech

help-archive-check = Zkontroluje, že se žádný soubor archivu nezměnil a že je v něm každý otisk správný
    .long =
        Každý soubor se přečte až do konce. Jeho SHA-256 se porovná s tím, který byl zaznamenán při přidání, a jeho bloky a
        obsahy s jejich otisky. První přijde na řadu soubor, který byl kontrolován nejdéle před dneškem, takže běh s
        --max-time každou noc projde postupně celý archiv. Špatné soubory se vypíší i s tím, co se od poslední kontroly
        změnilo. Chybějící soubory se vypíší při každé kontrole s počtem záznamů v jiných souborech, které přijdou o svůj
        obsah, dokud nepoužijete `stodola archive forget`. Všechny výsledky se ukládají do DIR/fixity.tsv.
    .after = Návratové kódy: 0 všechny soubory jsou v pořádku; 1 alespoň jeden je poškozen nebo chybí; 2 nelze provést.
    .arg-archive = { -archive-dir }
    .arg-older_than = Jen soubory, které nebyly v této době přidány ani kontrolovány, například 30d
    .arg-max_time = Po této době už nezačne další soubor, například 1h
    .arg-no_note = Nezapisuje do DIR/fixity.tsv; pro archivy, které můžete jen číst
    .arg-json = { -json-per } soubor, i pro dobré soubory

help-archive-visits = Ukáže, jak často čtenáři otevírají výsledky hledání, podle částí webu, pokud se to zaznamenává
    .long =
        Nic se nezaznamenává, dokud to nezapnete. Pak se uchovává dotaz, otevřená adresa, její pořadí mezi výsledky a den:
        nic o čtenáři. Návštěvy se smažou po nastaveném počtu dní.
    .after =
        Příklady:
          stodola archive visits --on --keep-days 90 --archive archive
          stodola archive visits --site example.cz --archive archive
          stodola archive visits --off --archive archive
    .arg-archive = { -archive-dir }
    .arg-on = Od této chvíle zaznamenává, co čtenáři otevírají
    .arg-off = Od této chvíle nezaznamenává nic a smaže, co bylo zaznamenáno
    .arg-keep_days = Uchovává návštěvy tolik dní
    .arg-site = Jen tento server a servery pod ním
    .arg-json = { -json-per } část webu

help-archive-stats = Ukáže, co archiv obsahuje: podle roku, typu, serveru, úlohy a stavu, a výsledky každé úlohy, jako tabulky se sloupci
    .arg-archive = { -archive-dir }
    .arg-by = Ukáže jen tuto tabulku
    .value-by-year = Záznamy podle roku
    .value-by-type = Záznamy podle typu obsahu
    .value-by-host = Záznamy podle serveru
    .value-by-job = Záznamy podle úlohy
    .value-by-status = Záznamy podle stavu HTTP
    .value-by-kind = Záznamy podle typu záznamu
    .value-by-outcome = Výsledky adres každé úlohy
    .arg-rows = Počet řádků každé tabulky
    .arg-json = { -json-per } řádek

help-archive-export = Exportuje záznamy jako soubor WACZ, který otevře replayweb.page, nebo jako soubor WARC
    .long =
        Záznamy lze vybrat podle začátku adresy URL, podle úlohy, podle času, nebo všechny; je-li podmínek víc, musí
        platit všechny. S --as-of dostanete web, jaký byl v dané době: od každé adresy poslední záznam do té doby
        a k němu obrázky, styly a skripty, které jeho stránky potřebují, pokud je archiv má.

        Záznamy se kopírují, jak jsou; záznamy ze souborů ARC se převádějí do WARC. Export je úplný sám o sobě:
        s každým záznamem typu revisit se exportuje i záznam s jeho obsahem, i když jste ho nevybrali.

        Záznamy, které pravidla přístupu veřejnosti blokují nebo skrývají, se vynechají. Co smí vidět určitá skupina,
        se exportuje s --as, všechno s --with-blocked. Cokoli se z jakéhokoli důvodu vynechá, je vypsáno v souboru
        OUT.left-out.ndjson.

        Soubor dostane své jméno, až když je celý. Existující soubory se nepřepisují.
    .after =
        Příklady:
          stodola archive export --wacz site.wacz --prefix http://www.example.cz/ --archive archive
          stodola archive export --wacz site.wacz --prefix '*.example.cz' --as-of 2015-06-30 --archive archive
          stodola archive export --warc may.warc.gz --job topics --from 2026-05 --to 2026-05 --archive archive
    .arg-wacz = Zapíše soubor WACZ tohoto jména
    .arg-warc = Zapíše komprimovaný soubor WARC tohoto jména, které má končit .warc.gz
    .arg-archive = { -archive-dir }
    .arg-prefix = Záznamy, jejichž adresa takto začíná: `http://example.cz/` pro server, `*.example.cz` pro doménu; lze zadat víckrát
    .arg-job = Záznamy této úlohy
    .arg-from = Záznamy od této doby, například 2015, 2015-06-30 nebo 20150630120000
    .arg-to = Záznamy do konce této doby
    .arg-all = Všechny záznamy archivu
    .arg-as_of = Web, jaký byl na konci této doby: od každé adresy poslední záznam, s tím, co jeho stránky potřebují
    .arg-groups = Co smějí vidět členové této skupiny, jako group:JMÉNO; lze zadat víc skupin
    .arg-with_blocked = I záznamy, které pravidla přístupu blokují nebo skrývají
    .arg-title = Název souboru WACZ

help-archive-lookup = Vypíše záznamy adresy URL v pořadí podle času
    .long =
        Zápisy, které webové archivy pokládají za stejné (s `www.` i bez něj, http i https, velká písmena …), se najdou
        společně. Není-li žádný záznam, ale adresu našla některá úloha, ukáže se její výsledek.
    .after =
        Příklady:
          stodola archive lookup http://www.example.cz/ --archive archive
          stodola archive lookup http://www.example.cz/ --archive archive --closest 2015
          stodola archive lookup '*.example.cz' --archive archive --prefix --json
    .arg-url = Adresa URL; s --prefix začátek adres
    .arg-archive = { -archive-dir }
    .arg-prefix = Vypíše všechny záznamy, jejichž adresa takto začíná: `http://example.cz/` pro server, `*.example.cz` pro doménu
    .arg-closest = Jen záznam nejbližší tomuto času: 4 až 14 číslic, například 2015 nebo 20150630120000
    .arg-json = { -json-per } záznam
    .arg-cdxj = Vypíše řádky CDXJ jako `stodola warc index`

help-archive-dependents = Vypíše záznamy v jiných souborech, které přijdou o obsah, bude-li soubor ztracen
    .long =
        Při odstraňování duplicit se obsah uloží jednou a pozdější záznamy odkazují na soubor, který jej má. Jeden řádek na
        záznam: soubor, pozice, datum, adresa. Záznam, jehož obsah je uložen ještě v jiném souboru (`migrate --dedup-copies
        2`), se nevypíše. Soubor sám už nemusí existovat.
    .arg-file = Jméno souboru v archivu, jeho cesta, nebo konec jména, má-li jej jediný soubor
    .arg-archive = Složka archivu nebo převodu
    .arg-json = { -json-per } záznam

help-archive-forget = Zaznamená, že chybějící soubor je nadobro ztracen, a proč
    .long =
        `archive check` a `archive rebuild` jmenují chybějící soubor pokaždé a jejich návratový kód je 1, dokud se soubor
        nevrátí nebo není zapomenut. Zapomenutím zmizí jeho záznamy z katalogu. Jeho jméno, čas, důvod, velikost, SHA-256 a
        počet záznamů zůstanou v DIR/gone.tsv. Žádný soubor se nemaže: soubor, který existuje, zapomenout nelze.
    .arg-files = { -file-name }
    .arg-archive = { -archive-dir }
    .arg-why = Proč soubor není, pro ty, kdo se budou ptát za deset let

help-archive-move = Přemístí soubor archivu; jeho záznamy zůstanou známy
    .long =
        Soubor se přemístí v rámci svého disku. Na jiný disk jej zkopírujte, starý soubor smažte a spusťte tento příkaz: pak
        přemístění jen zaznamená. Staré i nové místo zůstane v DIR/gone.tsv.
    .arg-file = { -file-name }
    .arg-to = Nová cesta, nebo existující složka
    .arg-archive = { -archive-dir }

help-completions = Vypíše skript, který v shellu doplňuje příkazy a volby
    .long =
        Pro bash: stodola completions bash > /etc/bash_completion.d/stodola. Balíček pro Debian má skripty pro bash, fish a zsh
        už na jejich místech.
    .arg-shell = Shell

help-man = Zapíše pro každý příkaz stránku manuálu, která se čte příkazem `man`
    .long =
        Stránky říkají totéž co --help. Jsou česky, je-li české vaše prostředí.
    .after =
        Příklad:
          stodola man --out man1 && man ./man1/stodola-crawl.1
    .arg-out = Složka pro stránky; když neexistuje, vytvoří se

help-crawl = Ohleduplně sklidí weby do archivu; pokračuje ve sklizni, která byla zastavena
    .long =
        Sklizeň sleduje odkazy na webech semínek a stahuje vše, co jejich stránky potřebují (obrázky, styly, skripty), i z
        jiných serverů. Řídí se souborem robots.txt, serveru posílá vždy jen jeden požadavek a dělá přestávky podle rychlosti
        serveru. Záznamy se zapisují do souborů WARC v DIR/warc. Úloha je v DIR/jobs/NAME, všechna nastavení v job.toml.

        Týmž příkazem, nebo příkazem `stodola crawl --archive DIR --job NAME` bez semínek se v nedokončené úloze pokračuje.
        Hotová úloha začne další kolo, až přijde jeho čas (viz [again] v job.toml), nebo hned s --again. Obsah, který už v
        archivu je, se znovu neukládá.

        Jedním Ctrl-C se dokončí rozpracované požadavky a sklizeň se zastaví; dvojím se zastaví hned. Nic z toho, co bylo
        archivováno, se ani tak neztratí.
    .after =
        Návratové kódy: 0 dokončeno; 1 dokončeno, ale nic nebylo archivováno nebo selhala všechna semínka; 2 nelze provést; 3 zastavil limit nebo signál, lze pokračovat.

        Příklady:
          stodola crawl https://www.example.org/ --archive archive --contact webarchive@library.example --operator "The Library" --purpose "legal deposit"
          stodola crawl http://localhost:8000/ --archive archive --delay 0s --allow-private
          stodola crawl --config job.toml --archive archive
          stodola crawl --template > job.toml
    .arg-seeds = Adresy, kterými sklizeň začíná
    .arg-seed_files = Soubor se semínky: seznam, protokol Heritrixu, index, tabulka nebo jakýkoli text; lze zadat vícekrát. Každá adresa se do seznamu úlohy zapíše jednou. Viz `stodola seeds`
    .arg-seeds_format = { -seeds-format }
    .arg-seeds_column = { -seeds-column }
    .arg-batch = { -seeds-batch }
    .arg-sample = { -seeds-sample }
    .arg-sample_seed = { -seeds-sample-seed }
    .arg-archive = { -archive-new-dir }
    .arg-job = Jméno úlohy; výchozí je jméno serveru prvního semínka
    .arg-config = Soubor úlohy s nastavením; volby na příkazové řádce mají přednost
    .arg-again = Začne další kolo hotové úlohy, i když ještě nepřišel jeho čas
    .arg-template = Vypíše soubor úlohy s vysvětlením každého nastavení a nic jiného nedělá
    .arg-profile = Druh sklizně: weby semínek (výchozí), jen jejich stránky a texty, stránky národa na kterémkoli serveru, nebo vše v doménách země
    .arg-pack = S profilem national: balík národa, jméno vestavěného (`cz`, `sk`) nebo složka
    .arg-domain = Doména, která patří ke sklizni, se všemi svými servery; lze zadat vícekrát
    .arg-contact = Kontakt pro správce webů: e-mailová adresa nebo webová stránka. Pro weby na tomto počítači není třeba
    .arg-operator = Kdo sklízí: instituce nebo osoba. Pro weby na tomto počítači není třeba
    .arg-purpose = K čemu sklizeň slouží. Pro weby na tomto počítači není třeba
    .arg-depth = Nejvyšší počet odkazů mezi semínkem a stránkou
    .arg-workers = Na kolika adresách se pracuje zároveň
    .arg-max_docs = Zastaví, až bude mít úloha celkem tolik dokumentů, nebo `unlimited`
    .arg-max_bytes = Zastaví, až bude mít úloha celkem tolik bajtů, například 10GB, nebo `unlimited`
    .arg-max_time = Zastaví tento běh po této době, například 2h, nebo `unlimited`
    .arg-delay = Nejkratší přestávka mezi dvěma požadavky na server, například 1s. S 0s není žádná: jen pro vlastní servery
    .arg-connections_per_host = Kolik spojení s jedním serverem je otevřeno zároveň; více než jedno jen pro vlastní servery
    .arg-connect_to = Připojí se na jinou adresu: HOST:PORT:ADDRESS:PORT. `*` platí pro každý server nebo port; prázdné ADDRESS nebo PORT znamená beze změny
    .arg-dns_server = Server DNS, který se použije místo systémového
    .arg-proxy = Připojuje se přes proxy: http://HOST:PORT, socks5://HOST:PORT, nebo socks5h://HOST:PORT, má-li jména překládat proxy
    .arg-cookies = Soubor s cookies, které se posílají, jak ho vyvážejí prohlížeče (cookies.txt)
    .arg-bandwidth = Kolik bajtů se nejvýš přijme za sekundu, například 2MB, nebo `unlimited`
    .arg-allow_private = { -private }
    .arg-ignore_robots = Neřídí se souborem robots.txt; jen pro vlastní servery, nebo kde to dovoluje zákon

help-demo = Za necelou minutu ukáže, co program umí: sklidí stránky národa ze simulovaného webu
    .long =
        Nic neopustí tento počítač: simulovaný web běží během ukázky na místní smyčce. Jeho weby jsou v deseti jazycích a žádný
        není v doméně některé země. Stránky, které patří k Česku, se rozpoznají a archivují i se stránkami v jejich okolí.
        Nakonec se archiv zpřístupní: otevřete adresu, kterou program vypíše; skončí se Ctrl-C. Týmž příkazem se v přerušené
        ukázce pokračuje, nebo se web sklidí znovu.
    .arg-archive = Složka nového archivu
    .arg-no_serve = Skončit, jakmile je archiv hotov, a nezpřístupňovat ho

help-harvest = Spustí všechny úlohy archivu, které nejsou dokončeny nebo přišel jejich čas, několik zároveň
    .long =
        Čas úlohy přijde, když od začátku jejího posledního kola uplynula doba uvedená v jejím job.toml ([again]). Úloha,
        která nikdy neběžela nebo byla přerušena, pokračuje. Úlohy, jejichž semínka mají společnou doménu, neběží zároveň,
        takže žádný server nedostává požadavky ze dvou úloh najednou. S --watch příkaz běží, dokud jej nezastavíte, a všímá
        si nových úloh, změn nastavení a kol, jejichž čas přišel. Úlohu přidá `stodola job add`.

        Archiv je zamčen, jen dokud úlohy běží. Čeká-li na něj jiný příkaz, dostane jej, jakmile běžící úlohy skončí; nové
        úlohy začnou až po něm.

        Jedním Ctrl-C (nebo signálem SIGTERM) se dokončí rozpracované požadavky a příkaz skončí; dvojím skončí hned.
    .after =
        Návratové kódy: 0 všechny úlohy dokončeny; 1 dokončeno, ale některá nic nearchivovala nebo selhala všechna její semínka; 2 některá nemohla běžet; 3 některou zastavil limit nebo signál a lze v ní pokračovat.

        Příklady:
          stodola harvest --archive archive
          stodola harvest --archive archive --watch --at-once 4
          stodola harvest --archive archive --job news --job weather --watch
    .arg-archive = { -archive-dir }
    .arg-job = Spustí jen tuto úlohu; lze zadat vícekrát
    .arg-watch = Běží, dokud není zastaven, a každé kolo začne, až přijde jeho čas
    .arg-at_once = Kolik úloh běží zároveň

help-job = Ukazuje a řídí úlohy archivu: stav, zprávy, výsledky, limity

help-job-add = Přidá úlohu a nespustí ji
    .long =
        Argumenty jsou stejné jako u `stodola crawl`. Běží-li `stodola harvest --watch`, spustí úlohu do deseti sekund; jinak
        ji spustíte příkazem `stodola harvest` nebo `stodola crawl --job NAME`. Má-li se sklízet pravidelně, nastavte interval
        ([again] v jejím job.toml nebo v souboru z --config).
    .after =
        Příklad:
          stodola job add https://www.example.org/ --archive archive --contact webarchive@library.example --operator "The Library" --purpose "legal deposit"
    .arg-seeds = { help-crawl.arg-seeds }
    .arg-seed_files = { help-crawl.arg-seed_files }
    .arg-seeds_format = { -seeds-format }
    .arg-seeds_column = { -seeds-column }
    .arg-batch = { -seeds-batch }
    .arg-sample = { -seeds-sample }
    .arg-sample_seed = { -seeds-sample-seed }
    .arg-archive = { help-crawl.arg-archive }
    .arg-job = { help-crawl.arg-job }
    .arg-config = { help-crawl.arg-config }
    .arg-again = { help-crawl.arg-again }
    .arg-template = { help-crawl.arg-template }
    .arg-profile = { help-crawl.arg-profile }
    .arg-pack = { help-crawl.arg-pack }
    .arg-domain = { help-crawl.arg-domain }
    .arg-contact = { help-crawl.arg-contact }
    .arg-operator = { help-crawl.arg-operator }
    .arg-purpose = { help-crawl.arg-purpose }
    .arg-depth = { help-crawl.arg-depth }
    .arg-workers = { help-crawl.arg-workers }
    .arg-max_docs = { help-crawl.arg-max_docs }
    .arg-max_bytes = { help-crawl.arg-max_bytes }
    .arg-max_time = { help-crawl.arg-max_time }
    .arg-delay = { help-crawl.arg-delay }
    .arg-connections_per_host = { help-crawl.arg-connections_per_host }
    .arg-connect_to = { help-crawl.arg-connect_to }
    .arg-dns_server = { help-crawl.arg-dns_server }
    .arg-proxy = { help-crawl.arg-proxy }
    .arg-cookies = { help-crawl.arg-cookies }
    .arg-bandwidth = { help-crawl.arg-bandwidth }
    .arg-allow_private = { help-crawl.arg-allow_private }
    .arg-ignore_robots = { help-crawl.arg-ignore_robots }

help-job-edit = Otevře job.toml úlohy ve vašem editoru ($VISUAL nebo $EDITOR)
    .long =
        Upravujete kopii. Než soubor nahradí, zkontroluje se; kopie s chybou zůstane, kde je, a zpráva řekne kde. Běžící úloha
        převezme, co může, jako u `job set`.
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }

help-job-rm = Odstraní úlohu, která neběží: její nastavení, protokoly a zprávy
    .long =
        Soubory WARC se nikdy neodstraňují: co úloha archivovala, zůstává v archivu i v jeho katalogu.
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-yes = Opravdu ji odstranit; její protokoly nelze obnovit

help-job-set = Nastaví kterékoli nastavení úlohy, ať běží, nebo ne; poznámky v jejím job.toml zůstanou
    .long =
        Běžící úloha převezme hned, co může: meze, přestávky, pracovníky, intervaly, hodiny, disk a paměť, poplachy, dotazy na
        jmenné servery, rozsah a nová semínka. Příkaz řekne, co platí nyní a co od příštího běhu.
    .after =
        Příklady:
          stodola job set news politeness.min_delay 3s --archive archive
          stodola job set news fetch.workers 20 --archive archive
    .arg-job = { -job-name }
    .arg-key = Jméno nastavení i s oddílem, například limits.documents
    .arg-value = Nová hodnota jako v job.toml, bez uvozovek; seznam má každou položku na svém řádku
    .arg-archive = { -archive-dir }

help-job-ls = Vypíše úlohy archivu
    .long =
        Jeden řádek na úlohu, o jejím posledním kole: jméno, stav (new, running, finished, stopped, interrupted), kolo, semínka,
        nalezené adresy, čekající adresy, archivované dokumenty, jejich velikost, odmítnuté odkazy a případné poplachy. Čte se
        celý záznam každé úlohy.
    .arg-archive = { -archive-dir }
    .arg-json = { -json-per } úlohu

help-job-report = Vypíše zprávy o úloze
    .long =
        Jsou to tytéž zprávy, které se po každém běhu zapisují do DIR/jobs/NAME/reports, ale spočtené nyní ze záznamu úlohy.
        Úloha může běžet. Jejich formáty jsou formáty Heritrixu 3 kromě `changes` (co kolo našlo nového, změněného,
        nezměněného a co zmizelo), `dns` (na co se ptalo jmenných serverů), `completeness` (kolik je z každého zdroje
        archivováno, vedle minulého kola) a `national` (servery národní sklizně).
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-round = { -round }
    .arg-name = Vypíše jen tuto zprávu, bez nadpisu

help-job-outcomes = Vypíše každou adresu úlohy s jejím výsledkem, jako řádky JSON
    .long =
        Jeden objekt na dokončenou adresu, v pořadí dokončení, a jeden na odmítnutý odkaz: adresa, výsledek, důvod (stav HTTP,
        chyba, řádek robots.txt, pravidlo), stránka, na které byla nalezena, cesta odkazů, pokusy. S --waiting přijdou na
        konec adresy ve frontě; to potřebuje paměť pro nejdelší frontu, jakou úloha kdy měla.
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-round = { -round }
    .arg-outcome = Jen tento výsledek, například archived, failed, robots-excluded, rejected; nebo cut: dokumenty, které v archivu nejsou celé
    .arg-waiting = Vypíše i adresy ve frontě

help-job-outscope = Vypíše odkazy, které úloha odmítla, jako semínka pro jinou úlohu
    .long =
        Každá adresa se zapíše jednou, v pořadí nalezení. Řádky, které začínají znakem "#", uvádějí pravidlo, jež následující
        odkazy odmítlo, a stránku, na které byly nalezeny; `seeds_file` úlohy smí takové řádky mít. Adresy, které nelze
        stáhnout (`mailto:` a podobné), se vynechají, není-li zadáno --all. Seznam jde na standardní výstup, nebo s --split do
        několika souborů.
    .after =
        Příklad: odkazy mimo rozsah, milion v každém souboru
          stodola job outscope cz2026 --archive archive --rule out-of-scope --split 1000000 --out seeds
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-round = { -round }
    .arg-rule = Jen odkazy, které odmítlo toto pravidlo; lze zadat vícekrát
    .arg-split = Zapíše soubory po N adresách: outscope-00001.txt, outscope-00002.txt …
    .arg-out = Složka pro soubory; s --split je výchozí současná složka
    .arg-plain = Zapíše jen adresy, bez pravidel a stránek
    .arg-all = Zapíše i adresy, které nejsou http ani https

help-job-ledger = Vypíše každý požadavek na server a přestávky mezi nimi
    .long =
        Jeden řádek na požadavek, i na robots.txt: čas (UTC), trvání odpovědi, výsledek, přestávka, která po něm měla být, a
        její důvod, přestávka, která byla, adresa. Poslední řádek udává nejkratší dobu mezi dvěma požadavky. Požadavky, které
        se ztratily při pádu dřív, než byly zaznamenány, chybějí.

        Důvody přestávky: factor (násobek trvání odpovědi); min-delay, max-delay (meze toho); crawl-delay (z robots.txt);
        complaint (server předtím odpověděl 429 nebo 503); retry-after (požádala o to odpověď); failures (zdvojnásobí se s
        každou chybou v řadě).
    .arg-host = Jméno serveru, nebo kterákoli adresa URL na něm
    .arg-archive = { -archive-dir }
    .arg-job = Jen požadavky této úlohy
    .arg-json = { -json-per } požadavek a jeden pro souhrn

help-job-status = Ukáže, jak daleko úloha je, jak je rychlá a co zabírá nejvíc
    .long =
        Běžící úlohy se ptá jejího procesu: poplachy, rychlost, paměť, pracovníci, jmenné servery, servery a typy s nejvíce
        bajty. U každé jiné úlohy čte záznam jejího posledního kola. Je-li z některého zdroje archivováno v posledním
        dokončeném kole méně než v kole před ním, je i to poplach.
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-round = { -round }
    .arg-rows = Kolik řádků v každé tabulce ukázat
    .arg-json = Vypíše jeden objekt JSON

help-job-pause = Pozastaví běžící úlohu: dokončí rozpracované požadavky a další nezačne
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }

help-job-resume = Pustí pozastavenou úlohu dál
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }

help-job-stop = Zastaví běžící úlohu jako Ctrl-C; příští `stodola crawl` v ní pokračuje
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }

help-job-checkpoint = Dá běžící úloze uložit stav na disk nyní
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }

help-job-limit = Změní limit úlohy, ať běží, nebo ne; změna se uloží do jejího job.toml
    .long =
        Limity jsou ty z `[limits]` v job.toml: `documents`, `bytes`, `time`, `documents_per_host` a další. Adresy, které
        odmítl starý limit, si svůj výsledek ponechají.
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-key = Jméno limitu
    .arg-value = Nová hodnota, například 5000, 10GB, 2h nebo unlimited

help-job-seeds = Přidá semínka úloze, ať běží, nebo ne; uloží se do jejího job.toml
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-seeds = Adresy, které se přidají jako semínka

help-job-retry = Zkusí znovu adresy, které už mají výsledek, například ty, které selhaly
    .long =
        Vrátí se do fronty za všechny ostatní a dostanou nové pokusy; starý výsledek zůstává v záznamu. Běžící úloha je stahuje
        hned; dokončená úloha s nimi pokračuje při příštím spuštění. Co je archivováno celé, se takto nikdy nestahuje znovu: k
        tomu začněte další kolo (`stodola crawl --again`).
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-outcome = Výsledek, který mají, například failed, robots-unreachable, over-budget, out-of-scope
    .arg-cut = Ty, které nejsou v archivu celé: uříznuté, stažené zčásti nebo vynechané pro svou délku. Stáhnou se celé, nejvýš do limits.bytes_per_whole_document
    .arg-host = Jen adresy tohoto serveru

help-job-pace = Vrátí serveru běžící sklizně jeho obvyklou přestávku
    .long =
        Odpoví-li server 429 (příliš mnoho požadavků) nebo 503 (nedostupný), jeho přestávka se zdvojnásobí; deset dobrých
        odpovědí v řadě ji zase zkrátí na polovinu. Tyto servery jmenuje `job status`. Obvyklá přestávka platí od příští
        odpovědi.
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }
    .arg-host = Jméno serveru
    .arg-reset = Vrátí přestávku tohoto serveru na obvyklou

help-job-rescope = Použije rozsah z job.toml na frontu běžící úlohy
    .arg-job = { -job-name }
    .arg-archive = { -archive-dir }

help-map = Ukazuje, co říkají odkazy: stromy webů, mrtvé odkazy, význam stránek, chybějící části, soubory pro jiné programy

help-map-tree = Ukáže web jako strom: podle kliknutí od domovské stránky, nebo podle složek
    .long =
        Podle kliknutí stojí každá stránka jednou: pod první stránkou, která na ni na nejkratší cestě od domovské stránky
        odkazuje. Bez --site zůstává strom na serveru domovské stránky. Za stromem se na standardním chybovém výstupu
        ukáže, kolik stránek je kolik kliknutí daleko a ke kolika žádná cesta nevede.
    .after =
        Příklady:
          stodola map tree https://www.example.cz/ --depth 2 --archive archive
          stodola map tree --site www.example.cz --sum pdf --sum image --archive archive
          stodola map tree --folders --site www.example.cz --archive archive
          stodola map tree https://www.example.cz/ --date 2012 --json --archive archive > tree.ndjson
    .arg-home = Domovská stránka; jinak ta, kterou má server zadaný s --site
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-depth = Ukáže stránky nejvýš tolik kliknutí daleko, nebo složky nejvýš tak hluboko
    .arg-sum = Dokumenty tohoto druhu nevypisuje, jen řekne jejich počet; lze zadat vícekrát. Části stránek, jako image nebo style, jsou ve stromu jen s touto volbou
    .arg-folders = Složky adres místo kliknutí
    .arg-json = { -json-per } stránku nebo složku

help-map-dead = Vypíše odkazy, které nikam nevedou, se stránkami, na kterých jsou
    .long =
        Odkaz je mrtvý, když jeho cíl odpověděl chybou, nebyl dosažitelný (jméno, certifikát, čas, spojení), přesměrovává
        v kruhu, nebo nemá místo se jménem za znakem #. Rozhoduje, co archiv v té době ví: cíle, na které se žádná
        sklizeň neptala, ukáže --all, stejně jako řetězy přesměrování a nešifrované části šifrovaných stránek. Kde by
        pomohla jiná adresa nebo starší záznam, je to řečeno.
    .after =
        Návratové kódy: 0 žádný odkaz není mrtvý; 1 některé jsou; 2 nelze provést.

        Příklady:
          stodola map dead --site www.example.cz --archive archive
          stodola map dead --by-page --site '*.example.cz' --date 2015-06 --archive archive
          stodola map dead --json --archive archive | jq -r .target
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-by_page = Vypíše stránky s jejich mrtvými odkazy, ne cíle se stránkami
    .arg-all = Také potíže, které odkaz nedělají mrtvým, a cíle, které nebyly sklizeny
    .arg-no_fragments = Nehledá místa, která jsou za znakem #
    .arg-json = { -json-per } cíl nebo stránku

help-map-rank = Vypíše nejvýznamnější stránky, servery nebo domény podle odkazů mezi nimi
    .long =
        PageRank: stránka je významná, když na ni odkazují významné stránky. Každá stránka předává podíl D svého významu
        stránkám, na které odkazuje; co mají stránky bez odkazů, se dělí mezi všechny. Obvykle je průměr všech hodnot 1.
        Více odkazů na tutéž stránku je jeden, odkazy stránky na sebe se nepočítají a adresy, které přesměrovávají, jsou
        stránkou, kde přesměrování končí. S --site se počítají jen odkazy uvnitř webu.
    .after =
        Příklady:
          stodola map rank --site www.example.cz --archive archive
          stodola map rank --nodes domains --date 2015 --limit 100 --archive archive
          stodola map rank --harmonic --json --archive archive > ranks.ndjson
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-nodes = Čeho význam se počítá
    .value-nodes-pages = Stránky
    .value-nodes-hosts = Servery, například www.example.cz
    .value-nodes-domains = Domény, například example.cz
    .arg-damping = Podíl významu, který odkazy předávají, od 0 do 1
    .arg-sum_one = Hodnoty, jejichž součet je 1, ne průměr
    .arg-harmonic = Harmonická centralita místo PageRanku: součet 1/vzdálenost od všech ostatních stránek
    .arg-limit = Ukáže jich tolik; obvykle 20, s --json všechny
    .arg-json = { -json-per } stránku

help-map-in = Vypíše odkazy na stránku se slovy, která v nich stojí
    .long =
        Počítají se i odkazy na adresy, které na stránku přesměrovávají. S --site se vypíšou jen odkazy z toho webu.
    .after =
        Příklad:
          stodola map in https://www.example.cz/about --archive archive
    .arg-url = Stránka
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-limit = Ukáže jich tolik
    .arg-json = { -json-per } odkaz

help-map-out = Vypíše odkazy stránky v pořadí dokumentu se slovy, která v nich stojí
    .after =
        Příklad:
          stodola map out https://www.example.cz/ --date 2012 --archive archive
    .arg-url = Stránka
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-json = { -json-per } odkaz

help-map-complete = Vypíše stránky, které archiv nemá úplné, s chybějícími částmi a důvody
    .long =
        Stránka potřebuje své styly, obrázky, skripty a rámce a to, co potřebují zase ony. Úplnost je podíl částí, které
        v archivu jsou.
    .after =
        Příklad:
          stodola map complete --site www.example.cz --archive archive
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-json = { -json-per } stránku

help-map-sheet = Vypíše stránky s titulkem, nadpisem, popisem a stavem a s tím, co chybí nebo se opakuje
    .long =
        Závady jsou slova: no-title (bez titulku), double-title (stejný titulek), no-h1 (bez nadpisu), several-h1 (více
        nadpisů), double-h1 (stejný nadpis), no-description (bez popisu), double-description (stejný popis),
        double-content (stejný obsah), other-canonical (stránka uvádí jako svou jinou adresu).
    .after =
        Příklady:
          stodola map sheet --faults --site www.example.cz --archive archive
          stodola map sheet --csv --site www.example.cz --archive archive > pages.csv
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-faults = Jen stránky se závadou
    .arg-all = Také dokumenty, které nejsou stránkami, přesměrování a chyby
    .arg-json = { -json-per } stránku
    .arg-csv = Vypíše tabulku CSV

help-map-near-pages = Vypíše stránky, jejichž adresy a titulky jsou nejblíž zadané adrese
    .long =
        Adresa nemusí existovat: toto může web nabídnout na své stránce „nenalezeno“. Vypisují se jen stránky téhož
        serveru.
    .after =
        Příklad:
          stodola map near-pages https://www.example.cz/contcat.html --archive archive
    .arg-url = Adresa
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-limit = Ukáže jich tolik
    .arg-json = { -json-per } stránku

help-map-near = Vypíše slova, která stojí poblíž zadaných, nejvýznamnější první
    .long =
        Slovo vzdálené nejvýš tolik slov, v témže bloku stránky, se počítá jako 1/vzdálenost, ve všech svých tvarech;
        slova bez vlastního významu a to, co stojí v navigaci a patičkách, se nepočítá. Je-li slov víc, počítá se jen to,
        co je blízko všem; není-li nic takového, to, co je blízko některým. Slova jsou dotaz jako pro `stodola search`;
        přečtou se dokumenty, které mu vyhovují nejlépe. Archiv potřebuje index pro hledání.
    .after =
        Příklady:
          stodola map near systém --archive archive --lang cs
          stodola map near library --site example.cz --date 2010..2015 --json --archive archive
    .arg-words = Slova
    .arg-archive = { -archive-dir }
    .arg-collection = { -map-collection }
    .arg-lang = Jen dokumenty v tomto jazyce, například cs
    .arg-date = Jen dokumenty zachycené tehdy, například 2007 nebo 2007..2009
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-site = Jen dokumenty tohoto serveru a serverů pod ním
    .arg-distance = Největší vzdálenost ve slovech; 1 je sousední slovo
    .arg-documents = Přečte tolik dokumentů
    .arg-limit = Ukáže tolik slov
    .arg-json = { -json-per } slovo

help-map-catalogue = Rozdělí stránky webu do skupin podle klíčových slov
    .long =
        Klíčových slov stránky je osm: ta, která na ní znamenají nejvíc; v titulcích a nadpisech víc než jinde, vzácná
        víc než častá. Slovo, které mezi nimi má nejvíc stránek, pojmenuje první skupinu, a tak dále; stránky bez
        skupiny jsou poslední. Archiv potřebuje index pro hledání.
    .after =
        Příklad:
          stodola map catalogue www.example.cz --date 2015 --archive archive
    .arg-site = Web: server i se servery pod ním
    .arg-archive = { -archive-dir }
    .arg-collection = { -map-collection }
    .arg-lang = Jen dokumenty v tomto jazyce, například cs
    .arg-date = Jen dokumenty zachycené tehdy, například 2007 nebo 2007..2009
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-pages = Přečte tolik stránek
    .arg-groups_max = Vytvoří nejvýš tolik skupin
    .arg-json = { -json-per } skupinu

help-map-export = Zapíše mapu pro jiné programy: grafy, stromy, sitemap, obrázky
    .long =
        Grafy: json (jak jej čtou D3 a networkx), xml, dot (Graphviz), graphml, gexf (Gephi), csv (řádek na odkaz). Stromy
        od domovské stránky: tree-json, tree-xml, tree-csv, tree-svg. Obrázek odkazů mezi servery: svg. Sitemap pro
        vyhledávače: sitemap; je-li stránek víc než 50 000, mají další soubory ve jméně -2, -3 a tak dále.
    .after =
        Příklady:
          stodola map export gexf --nodes hosts --date 2015 --out hosts-2015.gexf --archive archive
          stodola map export sitemap --site www.example.cz --out sitemap.xml --archive archive
          stodola map export tree-svg --home https://www.example.cz/ --depth 3 --archive archive > tree.svg
    .arg-format = Formát
    .arg-archive = { -archive-dir }
    .arg-site = { -map-site }
    .arg-collection = { -map-collection }
    .arg-date = { -map-date }
    .arg-round = { -map-round }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-nodes = Čeho význam se počítá
    .value-nodes-pages = Stránky
    .value-nodes-hosts = Servery, například www.example.cz
    .value-nodes-domains = Domény, například example.cz
    .arg-home = Domovská stránka stromu; jinak ta, kterou má server zadaný s --site
    .arg-depth = Nejvyšší počet kliknutí ve stromu
    .arg-out = Soubor, do kterého se zapíše; jinak standardní výstup

help-map-site = Sklidí web a podá zprávu: jeho strom, mrtvé odkazy, nejvýznamnější stránky
    .long =
        Web se sklízí ohleduplně jako při `stodola crawl`: řídí se souborem robots.txt a server dostává vždy jen jeden
        požadavek, s přestávkami. Odkazy na jiné weby se prověří stejným způsobem a nic z těch webů se nearchivuje.
        Odpovědi, které servery dávají jen robotům (401, 403, 429), odkaz mrtvým nedělají.

        Bez --archive se na konci vše zahodí. S ním záznamy a mapa zůstanou: viz ostatní příkazy pod `stodola map`, které
        web znají k libovolnému datu.
    .after =
        Návratové kódy: 0 žádný odkaz není mrtvý; 1 některé jsou; 2 nelze provést; 3 sklizeň byla zastavena.

        Příklady:
          stodola map site https://www.example.cz/ --contact me@example.cz --operator "Me" --purpose "dead links"
          stodola map site http://localhost:8000/ --allow-private --delay 0s --html report.html
          stodola map site https://www.example.cz/ --config job.toml --archive archive --json > report.json
    .arg-url = Domovská stránka
    .arg-archive = Složka archivu, který si sklizené ponechá; není-li, vytvoří se
    .arg-config = Soubor úlohy s nastavením sklizně; volby na příkazovém řádku mají přednost
    .arg-contact = Kontakt pro správce webů: e-mail nebo webová stránka. Pro weby na tomto počítači není potřeba
    .arg-operator = Kdo sklízí: instituce nebo osoba. Pro weby na tomto počítači není potřeba
    .arg-purpose = K čemu sklizeň slouží. Pro weby na tomto počítači není potřeba
    .arg-depth = Nejvyšší počet odkazů mezi domovskou stránkou a stránkou
    .arg-max_docs = Skončí, když má web tolik dokumentů, nebo `unlimited`
    .arg-max_time = Sklizeň skončí po této době, například 2h, nebo `unlimited`
    .arg-delay = Nejkratší přestávka mezi dvěma požadavky na server, například 1s. S 0s se přestávky nedělají: jen pro vlastní servery
    .arg-connect_to = Připojí se na jinou adresu: HOST:PORT:ADRESA:PORT. `*` je jakýkoli server nebo port
    .arg-allow_private = { -private }
    .arg-ask = Prověří tolik odkazů na jiné weby; 0 žádné
    .arg-ask_time = Prověřuje odkazy na jiné weby nejdéle takto dlouho
    .arg-soft_404 = Hledá stránky, které říkají „nenalezeno“ s dobrým stavem: v každé složce požádá o jméno, které nemůže existovat
    .arg-html = Zapíše zprávu jako webovou stránku do tohoto souboru
    .arg-json = Vypíše zprávu jako jeden objekt JSON

help-map-rules = Říká, které adresy webu jsou táž stránka: navrhne pravidla a vyzkouší soubor pravidel

help-map-rules-suggest = Navrhne pravidla podle obsahů, které jsou pod několika adresami stejné
    .long =
        Návrh se vypíše na standardní výstup jako soubor, který lze použít: pro sklizně jako `scope.site_rules` v job.toml,
        pro mapu archivu jako site-rules.toml ve složce archivu. Vedle toho se řekne, co pro každé pravidlo svědčí: kolik
        dvojic adres mělo stejný obsah, kolik ne, a některé z nich. Než návrh použijete, podívejte se na něj: stejný obsah
        může být náhoda.
    .after =
        Příklad:
          stodola map rules suggest www.example.cz --archive archive > site-rules.toml
    .arg-site = Server; *.DOMÉNA je doména se všemi servery
    .arg-archive = { -archive-dir }

help-map-rules-check = Provede zkoušky v souboru pravidel
    .long =
        Zkouška je adresa s tou, která z ní má být, nebo s důvodem, pro který se vynechá. Sklizeň odmítne soubor, jehož
        pravidla neprojdou jeho zkouškami.
    .after =
        Návratové kódy: 0 všechny zkoušky vyšly; 1 některé nevyšly; 2 nelze provést.

        Příklad:
          stodola map rules check site-rules.toml
    .arg-file = Soubor

help-map-static = Zkopíruje web, jaký byl v nějakém čase, do souborů, které se otevírají z disku
    .long =
        Z každé adresy se zkopíruje záznam, který je tomu času nejblíž, s obrázky, styly a skripty, které stránky
        potřebují, ať jsou kdekoli. Odkazy mezi stránkami vedou ze souboru do souboru; odkazy na jiné weby zůstávají.
        Otevřete index.html v té složce. Co chybí a proč, je v souboru copy.ndjson. Kopie, která byla přerušena, má ve
        složce soubor `unfinished`.
    .after =
        Návratové kódy: 0 hotovo; 1 hotovo, ale něco chybí; 2 nelze provést.

        Příklad:
          stodola map static www.example.cz --date 2015-06-30 --out copy --archive archive
    .arg-site = Server; *.DOMÉNA je doména se všemi servery; nebo začátek adres
    .arg-archive = { -archive-dir }
    .arg-collection = { -map-collection }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-date = Čas, například 2015, 2015-06-30 nebo 20150630120000; jinak nyní
    .arg-out = Složka, do které se zapíše; musí být prázdná nebo neexistovat

help-map-changes = Vypíše stránky webu, které jsou nové, změněné nebo zmizely, od nejnovějších
    .long =
        Stránka je nová se svým prvním záznamem, změněná, když má jiný obsah než předtím, a zmizela, když to říká server.
        Části stránek se nepočítají. S --atom nebo --rss jako zdroj pro čtečky novinek: položky mají při každém vytvoření
        stejná čísla.
    .after =
        Příklady:
          stodola map changes www.example.cz --from 2015 --archive archive
          stodola map changes www.example.cz --newest 100 --atom --archive archive > changes.atom
    .arg-site = Server; *.DOMÉNA je doména se všemi servery; nebo začátek adres
    .arg-archive = { -archive-dir }
    .arg-collection = { -map-collection }
    .arg-groups = { -map-as }
    .arg-with_blocked = { -map-with-blocked }
    .arg-from = Změny od tohoto času, například 2015, 2015-06-30 nebo 20150630120000
    .arg-to = Změny do konce tohoto času
    .arg-newest = Kolik změn ukázat, nejvýš 1 000; jinak 50
    .arg-json = { -json-per } změnu
    .arg-atom = Vypíše zdroj ve formátu Atom
    .arg-rss = Vypíše zdroj ve formátu RSS 2.0

help-migrate = Převede staré archivy na WARC 1.1 a ověří, že se nic neztratilo
    .long =
        Z každého souboru ARC (kterékoli verze, nekomprimovaného i gzip, i poškozeného) a z každého staršího souboru WARC
        vznikne jeden soubor WARC 1.1. Převádějí se i dvojice souborů harvesteru NEDLIB ve složkách, tar a zip. Bloky se
        kopírují bajt po bajtu a staré řádky hlaviček se zachovají. Každý výsledek se znovu přečte z disku a porovná se zdrojem
        záznam po záznamu, než dostane konečné jméno. Bajty, které nelze přečíst jako záznam, se uloží do `DIR/quarantine`.
        Záznam z poškozených bajtů se převede, pokud jej lze přečíst, a označí polem `Source-Damage`; i jeho zdrojové bajty se
        uloží do karantény a nikdy se nepočítá za ověřený. Zprávy jsou `DIR/migration.txt` pro lidi a `DIR/migration.ndjson`
        pro programy.

        Převod můžete kdykoli zastavit. Týmž příkazem se v něm pokračuje.
    .after =
        Příklady:
          stodola migrate /old --out /new
          stodola migrate /old --out /new --dedup --jobs 4
          stodola migrate verify /old /new
          stodola migrate verify /old/a.arc.gz /new/arc2warc-a.arc.gz.warc.gz
          stodola migrate /new/arc2warc-a.arc.gz.warc.gz --to-arc a.arc.gz

        Návratové kódy: 0 hotovo; 1 hotovo, ale některý zdroj je poškozen; 2 některý zdroj nelze převést.
    .arg-inputs = Soubory a složky (i s podsložkami); `-` čte jména ze standardního vstupu, jedno na řádek
    .arg-out = Složka pro výsledky: nová nebo prázdná, nebo složka dřívějšího běhu
    .arg-jobs = Počet vláken; výchozí jsou všechna jádra. Výsledky jsou při každém počtu stejné
    .arg-fast = Komprimuje méně: dvakrát rychleji, soubory o několik procent větší
    .arg-report = Zapíše zprávu pro lidi do tohoto souboru místo do `DIR/migration.txt`
    .arg-dedup = Uloží každý obsah jednou: z jeho pozdějších záznamů, v tomto i dalších bězích do této složky, se stanou záznamy revisit
    .arg-dedup_copies = Uloží každý obsah do tolika souborů, vyskytuje-li se v tolika
    .arg-check_results = Přečte každý výsledek dřívějších běhů a porovná jej se zprávou. Bez této volby se výsledku věří, nezměnila-li se jeho velikost a čas změny
    .arg-archive = S --to-arc: složka převodu, pro obsahy uložené v jiných souborech
    .arg-to_arc = Obrátí převod: obnoví soubor ARC, ze kterého vznikl INPUT, jeden převedený WARC

help-migrate-verify = Znovu ověří převedené soubory: porovná zdroj s výsledkem, nebo celé složky
    .long =
        Každý záznam zdroje se porovná s výsledkem a každý bajt zdroje se vysvětlí. Je-li RESULT složka převodu, porovná se
        každý archiv v SOURCE se svým výsledkem v ní. Vypíší se výsledky bez zdroje, zdroje bez výsledku a soubory, které chybějí v
        karanténě.

        Návratové kódy: 0 vše je v pořádku; 1 zdroj je poškozen, výsledek je špatný nebo něco chybí; 2 něco nelze přečíst.
    .arg-source = Starý archiv, nebo složka se starými archivy
    .arg-result = Soubor WARC, na který byl převeden, nebo složka převodu
    .arg-jobs = Počet vláken pro složky; výchozí jsou všechna jádra

help-pack = Sestavuje balík: data, podle kterých se rozpoznávají stránky národa

help-pack-build = Sestaví slovník balíku: slova, která se vyskytují jen v jednom jazyce
    .long =
        Obsahuje slova jazyka bez všech slov sousedních jazyků v kterémkoli tvaru. Slovník je soubor Hunspell (FILE.dic a
        FILE.aff ve stejné složce), seznam slov v UTF-8, nebo složka textů v UTF-8, ze kterých se počítají slova, jež se
        vyskytnou třikrát. Příkaz zapíše words.txt, a nemá-li složka pack.toml, i pack.toml, který vyplníte.
    .after =
        Příklad:
          stodola pack build mypack --language cs --words /usr/share/hunspell/cs_CZ.dic \
            --neighbour /usr/share/hunspell/sk_SK.dic --neighbour /usr/share/hunspell/pl_PL.dic
    .arg-folder = Složka balíku; není-li, vytvoří se
    .arg-language = Kód jazyka podle ISO 639, například `cs`
    .arg-words = Slovníky jazyka, nebo složky textů
    .arg-neighbour = Slovníky sousedních jazyků, nebo složky textů
    .arg-inflected = Zahrne i všechny tvary podle pravidel přípon jazyka: mnohem delší seznam
    .arg-check = Jiné texty jazyka, soubory nebo složky: vypíše, kolik z jejich slov slovník má

help-pack-sites = Vypíše weby, na které odkazují zachycené stránky portálů
    .long =
        Seznam lze použít jako sites.txt balíku, nebo ve složce seznamů. Weby samotných portálů se vynechají.
    .after =
        Příklad:
          stodola pack sites archive --portal www.portal.example --out lists/sites.txt
    .arg-portal = Server nebo doména portálu; zadejte znovu pro každý
    .arg-everywhere = Vypíše i weby mimo doménu národa
    .arg-inputs = Soubory WARC a ARC, nebo jejich složky
    .arg-pack = Balík národa: jméno vestavěného, nebo složka
    .arg-out = Soubor, který se zapíše
    .arg-least = Vynechá, na co odkazuje méně stránek

help-pack-links = Spočítá odkazy ze zachycených stránek domény národa na stránky jinde
    .long =
        Počty jsou doklady pro kritérium in-links: `stodola recognise --in-links`, `national.in_links`.
    .after =
        Příklad:
          stodola pack links archive --pack cz --out in-links.tsv
    .arg-inputs = Soubory WARC a ARC, nebo jejich složky
    .arg-pack = Balík národa: jméno vestavěného, nebo složka
    .arg-out = Soubor, který se zapíše
    .arg-least = Vynechá, na co odkazuje méně stránek

help-people = Rozhoduje, kdo se smí přihlásit a co smí: seznam, přidání, odkazy pro hesla, protokol

help-people-ls = Vypíše lidi s jejich rolemi a skupinami
    .arg-archive = { -archive-dir }
    .arg-json = { -json-per } člověka

help-people-add = Přidá člověka a vypíše odkaz, kterým si zvolí heslo
    .arg-name = Jméno pro přihlášení: nejvýše 60 písmen, číslic a znaků . _ - @
    .arg-role = Co smí: reader (čtenář), curator (kurátor), operator (operátor) nebo admin (správce)
    .arg-group = Skupina, do které patří; lze zadat vícekrát
    .arg-archive = { -archive-dir }
    .arg-url = Adresa stránek, jak ji znají čtenáři, tedy ta z serve --public-url

help-people-link = Vypíše nový odkaz, kterým si člověk zvolí heslo; dřívější odkaz už nelze použít
    .arg-name = Jméno člověka
    .arg-archive = { -archive-dir }
    .arg-url = Adresa stránek, jak ji znají čtenáři, tedy ta z serve --public-url

help-people-change = Změní roli člověka; jsou-li zadány skupiny, i ty
    .arg-name = Jméno člověka
    .arg-role = Co smí: reader (čtenář), curator (kurátor), operator (operátor) nebo admin (správce)
    .arg-group = Skupina, do které patří; lze zadat vícekrát a nahradí všechny dosavadní
    .arg-archive = { -archive-dir }

help-people-disable = Nedovolí člověku se přihlásit; všechna jeho přihlášení skončí a tokeny přestanou platit
    .arg-name = Jméno člověka
    .arg-archive = { -archive-dir }

help-people-enable = Dovolí člověku se zase přihlásit
    .arg-name = Jméno člověka
    .arg-archive = { -archive-dir }

help-people-log = Vypíše, co lidé dělali, nejnovější nejdřív
    .arg-archive = { -archive-dir }
    .arg-limit = Kolik řádků vypsat

help-recognise = Zjistí, které stránky patří k národu, a proč
    .long =
        Každá stránka se posuzuje podle kritérií: e-mailové adresy, telefonní čísla, uvedené jazyky, země serverů, slova jazyka,
        statistika jazyka, odkazy, jména míst. U každého kritéria tabulka ukazuje, co bylo nalezeno, kolik z toho patří k národu
        a kolik je za to bodů.
    .after =
        Příklady:
          stodola recognise page.html
          stodola recognise --json harvest.warc.gz > verdicts.ndjson
          stodola recognise --pack sk --report report pages/
          stodola recognise http://localhost:8000/ --allow-private
          stodola recognise --job nation --archive archive --report report

        Posuzuje se jen text: HTML, XHTML a prostý text; s --all-types i jiné dokumenty.
        Návratové kódy: 0 hotovo, ať je výsledek jakýkoli; 1 soubor archivu je poškozen; 2 něco nelze přečíst; 3 zastaveno signálem.
    .arg-inputs = Stránky, soubory WARC a ARC, jejich složky, nebo adresy URL stránek
    .arg-list = Soubor s dalšími vstupy, jeden na řádek; { -inputs }
    .arg-job = Nic neposuzovat: napsat zprávu o posudcích této úlohy, národní sklizně
    .arg-archive = S --job: složka archivu
    .arg-round = S --job: číslo kola; jinak poslední
    .arg-pack = Balík národa: jméno vestavěného (`cz`, `sk`; příklady s pravidlem: `pt`, `th`, `gr`, `au`, `dk`), nebo složka
    .arg-lists = Složka s vlastními seznamy, které se přidají k seznamům balíku
    .arg-veto = Kritérium, podle kterého stránka neplatí, ať má bodů kolik chce; JMÉNO=3: od tří prvků
    .arg-all_types = Posoudí i dokumenty, které nejsou text, podle kritérií, která text nepotřebují
    .arg-explain = Vypíše i to, která část pravidla rozhodla
    .arg-properties = Kritéria a body vezme ze souboru webanalyzer.properties
    .arg-min_points = Rozhodují body: stránka, která jich má alespoň tolik, patří k národu
    .arg-geo = Databáze ve formátu MaxMind, pro země serverů
    .arg-rdap = Ptá se tohoto serveru RDAP na zemi vlastníka každé domény
    .arg-rdap-long =
        Server je třetí strana: dozví se, na které domény se ptáte. Na každou doménu se ptá jednou, s přestávkou jedné sekundy
        mezi dvěma požadavky. Odpovědi se uchovávají 90 dní.
    .arg-whois = Ptá se tohoto serveru whois tam, kde RDAP odpověď nemá; může odkázat na jiný
    .arg-in_links = Počty odkazů z domény národa; vytvoří je `stodola pack links`
    .arg-rdap_cache = Odpovědi RDAP a whois uchovává v tomto souboru, ne ve vaší složce mezipaměti
    .arg-json = { -json-per } stránku
    .arg-features = S --json: vypíše i čísla, ze kterých se počítá pravděpodobnost
    .arg-report = Zapíše do této složky zprávu v HTML s grafy
    .arg-allow_private = { -private }
    .arg-workers = Kolika serverů se ptát zároveň. Každý dostane jeden požadavek najednou, s přestávkami
    .arg-contact = Kontakt pro správce webů: e-mailová adresa nebo webová stránka. Nutný ke stažení více než jedné stránky a pro --rdap a --whois

help-search = Najde dokumenty archivu podle slov
    .long =
        Slova se hledají ve všech tvarech, s diakritikou i bez ní. Dokument musí mít všechna; nemá-li je žádný, ukážou se
        ty, které jich mají nejvíc. Archiv potřebuje index pro hledání: vytvoří jej
        `stodola archive rebuild --only search` a každá sklizeň jej pak doplňuje.

        "dvě slova" v uvozovkách: přesně tak, za sebou. +slovo: musí tam být. -slovo: nesmí. slovo*: všechna slova, která
        tak začínají. title:slovo, h1:slovo, url:slovo: v této části. site:example.cz, type:pdf, lang:cs,
        date:2007..2009, job:JMÉNO, status:404: jen takové dokumenty. Celý dotaz dejte do uvozovek příkazového řádku,
        nebo před něj napište dva spojovníky.

        Záznamy, které pravidla přístupu veřejnosti blokují nebo skrývají, se nenajdou. Jako člen skupiny se hledá
        s --as, ve všem s --with-blocked.
    .after =
        Příklady:
          stodola search 'knihovna praha' --archive archive
          stodola search '"národní knihovna" -hudební date:2007..2009' --archive archive
          stodola search 'site:example.cz type:pdf' --archive archive --csv > pdf.csv
    .arg-words = Slova
    .arg-archive = { -archive-dir }
    .arg-limit = Ukáže tolik dokumentů; obvykle 10, jako seznam pro programy 1000
    .arg-images = Hledá obrázky podle jejich popisů a okolního textu
    .arg-json = { -json-per } dokument
    .arg-csv = Vypíše tabulku CSV
    .arg-urls = Vypíše jen adresy, na každém řádku jednu
    .arg-warc = Zapíše nalezené záznamy do komprimovaného souboru WARC tohoto jména, které má končit .warc.gz
    .arg-groups = Co smějí vidět členové této skupiny, jako group:JMÉNO; lze zadat víc skupin
    .arg-with_blocked = I záznamy, které pravidla přístupu blokují nebo skrývají

help-seeds = Ukáže, jaká semínka dají soubory jakéhokoli druhu: seznam, v němž je každá adresa jednou
    .long =
        Soubory mohou být seznamy, protokoly Heritrixu 1 a 3 (crawl.log, local-errors.log, uri-errors.log, protokol pravidel
        rozsahu, protokol pro obnovu), indexy (CDX, CDXJ), tabulky (CSV), řádky JSON nebo jakýkoli text s adresou na každém
        řádku; zabalené (gzip, zstd, xz, bzip2) i nezabalené. Seznam jde na standardní výstup; počty a řádky, které adresu
        nedaly, na standardní chybový výstup. Sklidí je `stodola crawl --seeds FILE`.
    .after =
        Návratové kódy: 0 každý řádek byl srozumitelný; 1 některé řádky adresu nedaly.

        Příklad: tisíc náhodně vybraných adres z protokolu
          stodola seeds crawl.log.gz --sample 1000 > seeds.txt
    .arg-files = Soubory s adresami
    .arg-seeds_format = { -seeds-format }
    .arg-seeds_column = { -seeds-column }
    .arg-batch = { -seeds-batch }
    .arg-sample = { -seeds-sample }
    .arg-sample_seed = { -seeds-sample-seed }
    .arg-dry_run = Jen spočítá: žádný seznam nezapíše

help-serve = Zpřístupní archiv: stránky v prohlížeči, dotazy na zachycení přes CDX a Memento
    .long =
        Místo archivu lze zadat soubory ARC, WARC nebo WACZ: přečtou se, kde jsou, a archiv k nim vznikne jen na dobu
        běhu ve složce pro dočasné soubory (TMPDIR).

        Adresy jsou dvě. Na první jsou stránky Stodoly, na druhé archivovaný obsah. Druhá musí mít jiné jméno serveru, aby
        archivované skripty nemohly se stránkami nic dělat. Výchozí jsou http://localhost:8080 a http://127.0.0.1:8081, jen
        pro tento počítač. Mají-li číst i jiné počítače, postavte před obě adresy proxy s TLS a uveďte jména, která čtenáři
        používají: --public-url a --replay-url.

        Zachycení se jen čtou. Zároveň se do archivu může sklízet, i z jiného procesu: nová zachycení lze číst několik
        sekund po zapsání. Ze živého webu se nikdy nic nestahuje.

        Na tomto počítači smí číst každý. Mají-li číst i jiné počítače, čtenáři se přihlašují, není-li dáno --reading open.
        Při prvním spuštění se vypíše odkaz: kdo jej první otevře, stane se správcem.

        S volbou --harvest se spouštějí i úlohy archivu, stejně jako příkazem `stodola harvest --watch`. Spouští-li je už
        jiný proces, tento je ukazuje a řídí a převezme je, až onen proces skončí.

        Jedním Ctrl-C (nebo signálem SIGTERM) se dokončí rozpracované odpovědi a požadavky a příkaz skončí; dvojím skončí
        hned.
    .after =
        Příklady:
          stodola serve --archive archive
          stodola serve --archive archive --harvest
          stodola serve site.wacz old/*.arc.gz
          stodola serve --archive archive --listen 127.0.0.1:9000 --replay-listen 127.0.0.1:9001
          stodola serve --archive archive --public-url https://archive.example.cz \
            --replay-url https://replay.example.cz --trusted-proxy 127.0.0.1
    .arg-files = Soubory ARC, WARC a WACZ, nebo složky s nimi
    .arg-private_webhooks = Webhooky smějí vést na soukromé adresy; bez toho se události posílají jen na veřejné
    .arg-reading = Kdo smí číst bez přihlášení: každý (open), nikdo (signed-in), nebo ti, jejichž adresa patří do skupiny (rooms; viz access group). Výchozí: každý, není-li dáno --public-url
    .arg-archive = { -archive-dir }
    .arg-listen = Adresa stránek
    .arg-replay_listen = Adresa archivovaného obsahu
    .arg-public_url = Adresa stránek, jak ji znají čtenáři, například https://archive.example.cz
    .arg-replay_url = Adresa archivovaného obsahu, jak ji znají čtenáři; jméno serveru musí být jiné
    .arg-harvest = Spouští i úlohy archivu a každé kolo zahájí, jakmile na ně přijde čas
    .arg-at_once = Počet úloh, které běží zároveň
    .arg-trusted_proxy = Síť proxy serverů, které hlásí adresu čtenáře (X-Forwarded-For), například 10.0.0.0/8; lze zadat vícekrát

help-simweb = Spustí na místní smyčce simulovaný web na zkoušení: mnoho serverů, jazyků, pastí a chyb
    .long =
        Stejné číslo --seed dá stejný web, bajt po bajtu. Všechny servery mají jednu adresu; server určuje pole `Host` v
        požadavku. Klient se tedy musí pro každé jméno připojit na tuto adresu, například `curl --connect-to ::127.0.0.1:8090
        http://catalogue0.example/`. Nebo použije jmenný server simulovaného webu (`--dns`) s libovolným počtem adres
        (`--addresses`). Na začátku příkaz vypíše, jak tento web sklidit. Běží, dokud jej nepřerušíte (Ctrl-C).
    .arg-listen = Adresa, na které naslouchá; s --addresses se použije jen její port
    .arg-dns = Spustí i server DNS přes UDP; bez --calm některá jména nelze přeložit
    .arg-addresses = Počet adres místní smyčky (127.0.0.0/8), o které se servery dělí
    .arg-tls = Nabízí i TLS; bez --calm jsou některé certifikáty neplatné
    .arg-seed = Počáteční číslo generátoru náhody; jiné číslo dá jiný web
    .arg-hosts = Počet serverů
    .arg-calm = Bez chyb, pastí, zvláštností a pravidel robots
    .arg-national = Přidá tolik webů: web národa mimo jeho doménu, se stránkami v deseti jazycích na neutrálních jménech, z nichž některé jsou české. Semínka jsou pak na těchto webech
    .arg-judge = Na konci řekne, jak ohleduplní klienti byli: kolikrát dostal server dva požadavky během této doby
    .arg-latency = Jak dlouho servery odpovídají, každý jinak: NEJMÉNĚ-NEJVÝŠ, například 200ms-1s
    .arg-dead = Podíl serverů, které nikdy neodpoví, od 0 do 1
    .arg-list = Nic nespustí; vypíše jména všech serverů
    .arg-distances = Nic nespustí; vypíše každý server, dobu jeho odpovědi v ms, zda je mrtvý (1), a počet dokumentů jeho úvodní stránky
    .arg-truth = Nic nespustí; vypíše každou stránku s jejím stavem, délkou, otiskem a odkazy jako JSON
    .arg-archived = Nic nespustí; vypíše adresy, které musí národní sklizeň s touto hloubkou archivovat
    .arg-follow_invalid = S --archived: hodnota `national.follow_invalid` úlohy, počet odkazů nebo `scope`
    .arg-no_judge_linked = S --archived: úloha má `national.judge_linked = false`

help-warc = Pracuje se soubory ARC a WARC: výpis, kontrola, čtení, rejstřík, vyjmutí obsahů, přebalení

help-warc-ls = Vypíše záznamy souborů ARC a WARC
    .long =
        Formát se pozná podle obsahu, ne podle jména souboru: ARC 1.0, 1.1 a 2.0, WARC 0.17 až 1.1; nekomprimovaný, gzip nebo
        zstd. Z poškozeného souboru se vypíše každý čitelný záznam. Přeskočené bajty se ohlásí na standardním chybovém
        výstupu a návratový kód je pak 1.
    .arg-files = Soubory k výpisu; { -inputs }
    .arg-json = { -json-per } záznam
    .arg-digests = Spočítá i SHA-1 každého bloku a obsahu (base32)

help-warc-cat = Vypíše jeden záznam, nebo jeho část, bajt po bajtu
    .long =
        Pozice udává `stodola warc ls` nebo rejstřík. Bez další volby se vypíše celý záznam: hlavička a blok.
    .after =
        Příklad: stránka uložená na pozici 278
          stodola warc cat file.warc.gz --offset 278 --decoded
    .arg-file = Soubor ARC nebo WARC
    .arg-offset = Pozice záznamu, nebo komprimovaného členu, ve kterém je
    .arg-inner = Pozice uvnitř členu, který má více záznamů: `inner_offset` z výpisu `ls`
    .arg-headers = Vypíše jen hlavičku záznamu
    .arg-block = Vypíše jen blok: u HTTP hlavičky HTTP a tělo
    .arg-payload = Vypíše jen obsah: u HTTP tělo bez kódování chunked
    .arg-decoded = Vypíše jen obsah, bez jeho komprese (gzip, deflate, br, zstd)
    .arg-joined = Vypíše blok záznamu uloženého v segmentech, všechny segmenty spojené
    .arg-also = S --joined: další soubory, které mohou mít segmenty záznamu
    .arg-max_decoded = S --decoded: je-li rozbalený obsah delší, příkaz skončí chybou

help-warc-check = Zkontroluje otisky, délky, kompresi a pravidla formátů
    .long =
        Nález je chyba (bajty jsou špatně, nebo soubor porušuje normu), doporučení, nebo poznámka. Při chybě je návratový kód 1.
        Každý nález končí jménem svého pravidla; co pravidlo znamená a co dělat, řekne --explain.
    .arg-files = Soubory ke kontrole; { -inputs }
    .arg-rules = Vypíše všechna pravidla s jejich stupni a nic nekontroluje
    .arg-explain = Vysvětlí pravidlo a co s ním dělat a nic nekontroluje
    .arg-json = { -json-per } nález; souhrn jde na standardní chybový výstup
    .arg-grade = Nejnižší stupeň, který se vypíše; nálezy pod ním se přesto počítají
    .value-grade-comment = Vypíše všechny nálezy
    .value-grade-recommendation = Vypíše doporučení a chyby
    .value-grade-error = Vypíše jen chyby
    .arg-no_digests = Nekontroluje otisky

help-warc-index = Vypíše rejstřík záznamů, seřazený po bajtech
    .long =
        V rejstříku jsou záznamy response, revisit, resource a metadata; záznamy typu `application/warc-fields` v něm nejsou.
        Nemá-li záznam otisk obsahu, spočítá se (SHA-1). Klíče jsou stejné SURT, jaké používá pywb a cdxj-indexer.
    .after =
        Příklad:
          stodola warc index *.warc.gz > index.cdxj
    .arg-files = Soubory pro rejstřík; { -inputs }
    .arg-format = Formát rejstříku
    .value-format-cdxj = Klíč, čas a objekt JSON na každém řádku
    .value-format-cdx11 = Jedenáct sloupců: ` CDX N b a m s k r M S V g`
    .value-format-cdx9 = Devět sloupců: ` CDX N b a m s k r V g`
    .arg-post_append = Ke klíči odpovědi přidá metodu a tělo požadavků POST a PUT

help-warc-extract = Zapíše obsahy do souborů
    .long =
        Zapíší se obsahy záznamů response, resource a conversion bez přenosového kódování a komprese. Jméno souboru je číslo a
        konec adresy URL a je bezpečné na každém souborovém systému. Soubor `index.txt` udává adresu každého souboru (`name=URL`).
        Existující soubory se nikdy nepřepíší.
    .after =
        Příklad: všechny obrázky ze souboru
          stodola warc extract file.warc.gz --mime 'image/*' --out pictures
    .arg-files = Soubory ke čtení; { -inputs }
    .arg-out = Složka, do které se zapisuje; není-li, vytvoří se
    .arg-uri = Jen adresy, které začínají tímto textem
    .arg-mime = Jen tento typ obsahu, například `text/html` nebo `image/*`
    .arg-raw = Ponechá kompresi (gzip, br …), se kterou byl obsah přenesen
    .arg-max_decoded = Největší rozbalený obsah; delší se tam uřízne a ohlásí

help-warc-repack = Zkopíruje záznamy do nových souborů: jeden člen na záznam, jiná komprese, jiné velikosti souborů
    .long =
        Hlavičky a bloky se kopírují bajt po bajtu. `--version` změní jen řádek s verzí. Je-li délka záznamu špatná, opraví se
        a ohlásí. Nový soubor má jméno vstupu. Existující soubory se nikdy nepřepíší. Dokud není soubor úplný a na disku,
        končí jeho jméno na `.open`.
    .arg-files = Soubory WARC ke čtení; { -inputs }
    .arg-out = Složka, do které se zapisuje; není-li, vytvoří se
    .arg-compression = Komprese nových souborů
    .value-compression-gzip = Jeden člen gzip na záznam
    .value-compression-zstd = Jeden rámec zstd na záznam
    .value-compression-none = Bez komprese
    .arg-version = Verze WARC, která se zapíše do každého řádku s verzí
    .value-version-1_0 = WARC/1.0
    .value-version-1_1 = WARC/1.1
    .arg-split_size = Začne nový soubor, když soubor dosáhne této velikosti, například `1GB` nebo `500MiB`

help-why = Vysvětlí, proč stránka byla, nebo nebyla archivována
    .long =
        Pro každou úlohu archivu a každé její kolo ukáže, kde byla adresa nalezena, odkazy, které k ní vedou od semínka, pravidlo,
        které ji přijalo nebo odmítlo, každý pokus s jeho časem a výsledkem, konečný výsledek a co změnit, chcete-li jiný. Lze
        použít, i když úlohy běží. Čte se celý záznam každé úlohy, asi milion událostí za sekundu.
    .after =
        Příklad:
          stodola why https://www.example.org/report.pdf --archive archive
    .arg-url = Adresa; nejprve se upraví do běžného tvaru stejně jako odkazy
    .arg-archive = { -archive-dir }
    .arg-job = Jen tato úloha
    .arg-json = { -json-per } kolo úlohy

help-work = Požádá o práci, která trvá déle: exporty, indexy, kontroly; ukáže, jak je daleko, a vydá výsledky

help-work-submit = Požádá o práci: čeká, až na ni přijde řada; vypíše se číslo požadavku
    .after =
        Příklady:
          stodola work submit export prefix=http://www.example.cz/ format=wacz --archive archive
          stodola work submit map site=www.example.cz view=dead format=html --archive archive
          stodola work submit index only=search --archive archive
    .arg-package = Druh práce: map, rank, near, export, harvest, index, fixity, clean-up
    .arg-pairs = Oč se žádá, jako JMÉNO=HODNOTA
    .arg-priority = Od -10 do 10; větší přijde na řadu dřív
    .arg-refresh = Kdy se výsledek vytvoří znovu: never, idle, nebo interval, například 12h, 7d, 2w
    .arg-save_to = Soubor, který vkládá web, pod složkou z work.toml
    .arg-shared = Ukáže požadavek i lidem se stejnými právy
    .arg-fresh = Práci udělá, i když existuje čerstvý výsledek
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-ls = Vypíše požadavky, nejnovější nejdřív
    .arg-mine = Jen vlastní
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-show = Ukáže požadavek, jeho postup a protokol
    .arg-number = Číslo požadavku
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-cancel = Zruší požadavek; skončí, když ho nechce nikdo jiný
    .arg-number = Číslo požadavku
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-favourite = Vypíše oblíbené dotazy, pojmenuje dotaz požadavku, nebo ho položí znovu
    .arg-name = Jméno oblíbeného dotazu; bez něj se vypíšou všechny
    .arg-of = Požadavek, jehož dotaz dostane jméno; bez něj se dotaz položí znovu
    .arg-rename = Dá oblíbenému dotazu toto jméno
    .arg-remove = Oblíbený dotaz odebere
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-packages = Vypíše druhy práce, o které smíte žádat
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-result = Zapíše výsledek požadavku na standardní výstup
    .arg-number = Číslo požadavku
    .arg-archive = { -archive-dir }
    .arg-by = Jméno toho, kdo žádá; jinak uživatel systému
    .arg-groups = Práva členů této skupiny, jako group:JMÉNO; lze zadat vícekrát. Jinak smí být vidět vše
    .arg-json = Vypíše JSON

help-work-run = Vyřídí, co čeká, a skončí; server dělá totéž, dokud běží
    .arg-archive = { -archive-dir }
