## Stránky pro čtenáře

web-about = podrobnosti
web-about-button = O kopii
web-about-digest = Otisk obsahu
web-about-facts = Co je známo
web-about-file = Soubor
web-about-head = Hlavičky odpovědi
web-about-job = Sklizeň
web-about-kind = Záznam
web-about-language = Jazyk
web-about-length = Uloženo
web-about-no-head = Záznam nemá hlavičky HTTP.
web-about-offset = Pozice
web-about-open = Otevřít stránku
web-about-raw = Tak, jak přišla
web-about-record = ID záznamu
web-about-revisit = Stejný obsah jako
web-about-status = Stav
web-about-title = Zachycení z
web-about-type = Typ obsahu
web-address = Adresa
web-after = Následující zachycení
web-answer = Odpověď
web-as-table = Totéž jako tabulka
web-before = Předchozí zachycení
web-blocked-about = Zachyceno { $time } UTC, typ { $mime }; pravidlo { $rule }.
web-blocked-by-court = Nařídil to soud.
web-blocked-by-owner = Požádal o to vlastník stránky.
web-blocked-by-person = Požádal o to člověk, kterého stránka jmenuje.
web-blocked-embargo = Tuto stránku lze zobrazit od { $day }.
web-blocked-embargo-open = Tuto stránku zatím nelze zobrazit.
web-blocked-kept = Archiv uchovává její bajty beze změny.
web-blocked-reading-room = Tuto stránku můžete číst jen ve studovně.
web-blocked-rights = Tato stránka je jen pro některé čtenáře.
web-blocked-takedown = Tato stránka se nezobrazuje.
web-box = Slova, nebo adresa
web-calendar-alive = Naposledy v pořádku
web-calendar-changes = { $n ->
    [0] Obsah se nezměnil.
    [one] Obsah se změnil { $times }.
    [few] Obsah se změnil { $times }.
   *[other] Obsah se změnil { $times }.
}
web-calendar-cut = Zachycení je víc, než se tu počítá. Výpis pro programy má všechna.
web-calendar-days = Dny v roce
web-calendar-digest = Změna: otisk obsahu je jiný než u předchozího zachycení.
web-calendar-errors = Od { $day } server odpovídá { $status }.
web-calendar-first = První
web-calendar-more = V tento den je zachycení víc. Výpis pro programy má všechna.
web-calendar-of = Zachycení adresy
web-calendar-once = Zachyceno jednou, { $day }.
web-calendar-sentence = Zachyceno { $times } { $days }, od { $first } do { $last }.
web-calendar-years = { $n ->
    [one] Jeden rok den po dni
    [few] { $shown } roky den po dni
   *[other] { $shown } let den po dni
}
web-captured-at = Zachyceno { $time }
web-captures = Zachycení
web-change-blocked = nezobrazuje se
web-change-changed = změna
web-change-error = chyba
web-change-first = první
web-change-same = stejný
web-change-unknown = není známo
web-changes = Změny
web-cite = Jak citovat
web-cite-button = Citovat
web-cite-words = „{ $title }“, { $url }. Zachyceno { $time }. Archivní kopie:
web-collection-empty = Do této sbírky nepatří žádné zachycení.
web-collection-jobs = Sklizně
web-collection-places = Adresy
web-collection-time = Zachyceno
web-collection-types = Typy
web-collection-what = Co do ní patří
web-collections = Sbírky
web-collections-unreadable = Definice sbírek teď nelze přečíst.
web-colours = Vzhled:
web-colours-dark = tmavý
web-colours-light = světlý
web-colours-system = podle systému
web-compare = Porovnat
web-compare-added = { $n ->
    [one] { $shown } slovo přibylo
    [few] { $shown } slova přibyla
   *[other] { $shown } slov přibylo
}
web-compare-back = O krok zpět
web-compare-cut = Texty jsou dlouhé; porovnávají se jen jejich začátky.
web-compare-differ = { $n ->
    [one] Liší se { $different } z { $all } odstavce.
    [few] Liší se { $different } ze { $all } odstavců.
   *[other] Liší se { $different } z { $all } odstavců.
}
web-compare-earlier = Dřívější
web-compare-folded = { $n ->
    [one] Zobrazit { $shown } odstavec beze změny
    [few] Zobrazit { $shown } odstavce beze změny
   *[other] Zobrazit { $shown } odstavců beze změny
}
web-compare-how = Adresa jmenuje dvě zachycení: /compare?a=20200101000000/http://example.org/&b=20210101000000/http://example.org/
web-compare-kept = { $n ->
    [one] { $shown } slovo stejné
    [few] { $shown } slova stejná
   *[other] { $shown } slov stejných
}
web-compare-keys = Další rozdíl n, předchozí p
web-compare-later = o { $time } později
web-compare-link = porovnat
web-compare-later-one = Pozdější
web-compare-links = Odkazy
web-compare-no-text = Nemá žádný text (typ { $mime }).
web-compare-not-archived = Takové zachycení tu není.
web-compare-on = O krok dál
web-compare-parts = Části
web-compare-readable = Jeho text lze číst; druhá strana žádný nemá.
web-compare-removed = { $n ->
    [one] { $shown } slovo zmizelo
    [few] { $shown } slova zmizela
   *[other] { $shown } slov zmizelo
}
web-compare-same = Obě mají stejný text.
web-compare-seen = Jak vypadají
web-compare-source = Zdroj
web-compare-text = Text
web-compare-title = Porovnání dvou zachycení
web-compare-views = Způsoby porovnání
web-compare-what-links = Porovnávají se adresy odkazů na jiné stránky, v abecedním pořadí.
web-compare-what-parts = Porovnávají se adresy obrázků, stylů, skriptů a dalších částí, které stránka jmenuje, každá s otiskem nejbližšího zachycení.
web-compare-what-seen = Obě stránky tak, jak se přehrávají.
web-compare-what-source = Porovnává se zdrojový text, řádek po řádku a slovo po slově.
web-compare-what-text = Porovnává se viditelný text, odstavec po odstavci a slovo po slově.
web-compare-which = Která dvě zachycení?
web-content = Obsah
web-fault = Tady se něco nepodařilo.
web-fault-number = V záznamu serveru to má číslo { $number }.
web-fault-why = V archivu se nic neztratilo ani nezměnilo.
web-feed = kanál změn
web-feed-title = Změny adresy { $url }
web-first = První
web-for-programs = Pro programy:
web-harvest = Sklizeň
web-home-captures = { $captures }.
web-home-empty = Zatím tu nic není. Začněte sklizní, nebo přidejte soubory WARC:
web-home-hint = Adresa otevře svůj kalendář; s hvězdičkou na konci seznam všech, které tak začínají. Slova se vyhledají.
web-home-holds = { $captures } { $hosts }: { $size }.
web-home-in-barn = V archivu
web-home-no-figures = Archiv je otevřen ke čtení.
web-home-search = Jak hledat
web-home-span = Nejstarší je z { $first }, nejnovější z { $last }.
web-home-title = Webový archiv
web-home-try = Například
web-home-unknown = Katalog teď nelze číst.
web-home-years = Zachycení podle let
web-keys = Klávesy
web-keys-list = /: do pole · n, p: další a předchozí rozdíl nebo zachycení · j, k: další a předchozí řádek · ?: tento seznam.
web-keys-off = Vypnout je
web-keys-on = Zapnout je
web-kind-audio = Zvuk
web-kind-data = Data: XML, JSON, kanály
web-kind-html = Webové stránky
web-kind-image = Obrázky
web-kind-office = Kancelářské dokumenty
web-kind-other = Jiné soubory
web-kind-pdf = PDF
web-kind-text = Prostý text
web-kind-video = Film
web-language-cs = čeština
web-language-de = němčina
web-language-en = angličtina
web-language-es = španělština
web-language-fr = francouzština
web-language-hu = maďarština
web-language-it = italština
web-language-pl = polština
web-language-ru = ruština
web-language-sk = slovenština
web-language-uk = ukrajinština
web-last = Poslední
web-legend-blocked = nezobrazuje se každému
web-legend-captured = zachyceno, vyšší: častěji
web-legend-changed = obsah se změnil
web-legend-changed-tip = obsah se změnil (špička)
web-legend-error = zachycena jen chyba
web-legend-more = 7 a více zachycení toho dne
web-licence = Licence
web-licence-lead = Tuto licenci uvádí sama stránka. Zda se vztahuje na vše, co na ní je, archiv neví.
web-list-continued = Výpis pokračuje z předchozí stránky.
web-list-empty = Žádná adresa, která tak začíná, nemá zachycení.
web-list-next = Další adresy
web-list-of = Adresy, které začínají na
web-look-up = Zachycení adresy { $url }
web-millions = { "\u00A0" }mil.
web-month-1 = leden
web-month-10 = říjen
web-month-11 = listopad
web-month-12 = prosinec
web-month-2 = únor
web-month-3 = březen
web-month-4 = duben
web-month-5 = květen
web-month-6 = červen
web-month-7 = červenec
web-month-8 = srpen
web-month-9 = září
web-n-captures = { $n ->
    [one] { $shown } zachycení
    [few] { $shown } zachycení
   *[other] { $shown } zachycení
}
web-n-changes = { $n ->
    [one] { $shown } změna
    [few] { $shown } změny
   *[other] { $shown } změn
}
web-n-documents = { $n ->
    [one] { $shown } dokument
    [few] { $shown } dokumenty
   *[other] { $shown } dokumentů
}
web-n-times = { $n ->
    [one] jednou
    [few] { $shown }krát
   *[other] { $shown }krát
}
web-nav = Hlavní
web-nav-captures = Zachycení
web-nav-search = Hledání
web-near = Co je poblíž
web-near-host = Všechny adresy tohoto serveru
web-near-live = Na živém webu:
web-near-none = Archiv nemá žádné zachycení z tohoto serveru.
web-near-search = Vyhledat slova z této adresy
web-no-address = Toto není adresa.
web-no-address-why = Adresa má jméno serveru: www.example.org/stranka.
web-no-capture = Není archivováno.
web-no-capture-lead = Archiv nemá žádné zachycení této adresy.
web-no-capture-why = Archiv nemá žádné zachycení adresy { $url }.
web-no-collection = Taková sbírka tu není.
web-no-collection-why = Archiv nemá sbírku „{ $name }“. Definované sbírky jsou na úvodní stránce; sbírkou je také každá sklizeň.
web-no-page = Taková stránka tu není.
web-no-page-why = Na adrese { $path } nic není.
web-on-n-days = { $n ->
    [one] v jediný den
    [few] ve { $shown } dnech
   *[other] v { $shown } dnech
}
web-on-n-hosts = { $n ->
    [one] na { $shown } serveru
    [few] na { $shown } serverech
   *[other] na { $shown } serverech
}
web-open = Otevřít
web-outcome = Výsledek
web-outcome-archived = archivováno
web-outcome-failed = nezdařilo se
web-outcome-not-due = ještě nebyla na řadě
web-outcome-left-out = vynechalo nastavení
web-outcome-not-national = nepatří k národnímu webu
web-outcome-out-of-scope = mimo rozsah
web-outcome-over-budget = nad limit serveru
web-outcome-retried = zkusí se znovu
web-outcome-robots-excluded = zakazuje to robots.txt
web-outcome-robots-unreachable = robots.txt se nepodařilo stáhnout
web-outcome-trap = považováno za past
web-outcome-unfetchable = nelze stáhnout
web-part-font = písmo
web-part-frame = rám
web-part-image = obrázek
web-part-kind = Druh
web-part-manifest = manifest
web-part-media = zvuk nebo film
web-part-missing = není v archivu
web-part-object = objekt
web-part-other = jiné
web-part-script = skript
web-part-style = styl
web-parts = Části stránky
web-parts-cut = Stránka má víc částí, než je tu uvedeno.
web-parts-kept = { $n ->
    [one] Zachována { $kept } část z { $n }
    [few] Zachováno { $kept } ze { $n } částí
   *[other] Zachováno { $kept } z { $n } částí
}
web-parts-missing = { $n ->
    [one] { $shown } část chybí.
    [few] { $shown } části chybějí.
   *[other] { $shown } částí chybí.
}
web-parts-others = { $n ->
    [one] { $shown } část je z jiného dne.
    [few] { $shown } části jsou z jiných dnů.
   *[other] { $shown } částí je z jiných dnů.
}
web-parts-what = Toto jsou části, které jmenuje sama stránka. Co načítají její styly a skripty, mezi nimi není.
web-parts-within = { $n ->
    [0] {""}
   *[other] , vše v rozmezí { $time }
}
web-reason = Pravidlo nebo důvod
web-refused-answer = Odpověď serveru
web-refused-captured = Zachyceno
web-refused-court-lead = Soud nařídil, aby se nezobrazovala.
web-refused-embargo = Tuto stránku lze zobrazit od { $day }.
web-refused-embargo-lead = Bude ji zde možné číst, až skončí její embargo.
web-refused-embargo-open = Tuto stránku zatím nelze zobrazit.
web-refused-facts = Co o ní smíme říci
web-refused-feed = Kanál změn, který to připomene
web-refused-kept = Archiv ji uchovává celou a beze změny.
web-refused-left = zbývá { $time }
web-refused-others = Jiná zachycení této adresy
web-refused-owner-lead = Vlastník stránky požádal, aby se nezobrazovala.
web-refused-person-lead = Člověk, kterého stránka jmenuje, požádal, aby se nezobrazovala.
web-refused-reading-room = Tuto stránku můžete číst jen ve studovně.
web-refused-reading-room-lead = Podle zákona nebo smlouvy se smí ukázat jen na počítačích studovny.
web-refused-rights = Tato stránka je jen pro některé čtenáře.
web-refused-rights-lead = Pravidlo archivu určuje čtenáře, kteří ji smějí vidět.
web-refused-rule = Proč se neukáže
web-refused-rule-name = pravidlo { $rule } tohoto archivu
web-refused-takedown = Tato stránka se nezobrazuje.
web-refused-until = Do kdy
web-refused-ways = Co můžete udělat
web-search = Hledání
web-search-all-forms = Hledat i jiné tvary slov
web-search-at-least = Nejméně { $documents }; je jich příliš mnoho, než aby se u každého ověřilo právo číst.
web-search-best = nejlepší první
web-search-busy = Index pro hledání se právě vytváří znovu.
web-search-captured = zachyceno { $years }
web-search-collection = Sbírka
web-search-documents = Dokumenty
web-search-exact = Hledat slova přesně tak, jak jsou napsána
web-search-export = Export:
web-search-first = Zpět na první stranu
web-search-forms = Také jiné tvary slov:
web-search-found = { $documents }
web-search-from = Od roku
web-search-go = Hledat
web-search-help = Jak hledat
web-search-help-find = Najde se
web-search-help-find-date = dokumenty, které byly zachyceny v té době
web-search-help-find-other = dokumenty, které zachytila tato sklizeň; dokumenty v tomto jazyce; odpovědi s tímto stavem
web-search-help-find-part = slovo v titulku, v nadpisech, v tabulkách, v adrese
web-search-help-find-phrase = tato slova hned za sebou, přesně tak, jak jsou napsána
web-search-help-find-prefix = všechna slova, která tak začínají
web-search-help-find-signs = jedno slovo v textu být musí, druhé nesmí
web-search-help-find-site = dokumenty tohoto serveru a těch pod ním
web-search-help-find-type = dokumenty tohoto typu: html, pdf, text, office, audio, video, data, other
web-search-help-find-words = obě slova v jakémkoli tvaru, s háčky a čárkami i bez nich
web-search-help-write = Napíšete
web-search-help-write-date = date:2007..2009
web-search-help-write-other = job:noviny lang:cs status:404
web-search-help-write-part = title:praha  h1:praha  cell:praha  url:praha
web-search-help-write-phrase = "národní knihovna"
web-search-help-write-prefix = knihov*
web-search-help-write-signs = +knihovna -hudební
web-search-help-write-site = site:example.cz
web-search-help-write-type = type:pdf
web-search-help-write-words = knihovna praha
web-search-host = Server
web-search-images = Obrázky
web-search-instead = Měli jste na mysli
web-search-many-exports = Právě se vytváří příliš mnoho souborů. Zkuste to za minutu.
web-search-misunderstood = { $reason }. Slova se přesto vyhledala.
web-search-narrow = Zúžit výsledky
web-search-near = Skupiny podle slov v okolí:
web-search-newest = nejnovější první
web-search-next = Další strana
web-search-none = Tento archiv nemá index pro hledání.
web-search-none-way = Zachycení lze přesto otevřít podle jejich adres.
web-search-nothing = Nic se nenašlo.
web-search-oldest = nejstarší první
web-search-order = Pořadí:
web-search-pages = Strany výsledků
web-search-place = { $from }–{ $to }
web-search-place-of = { $from }–{ $to } z { $all }
web-search-relaxed = Žádný dokument nemá všechna tato slova. Tyto mají některá z nich.
web-search-remove = odebrat
web-search-set = Nastavit
web-search-similar = { $n ->
    [one] a { $shown } podobný
    [few] a { $shown } podobné
   *[other] a { $shown } podobných
}
web-search-status = odpověď { $status }
web-search-to = Do roku
web-search-ways = Co můžete zkusit
web-search-what = Co se prohledává
web-search-when = Kdy zachyceno
web-search-wider = { $n ->
    [one] Prohledat vše: { $shown } dokument
    [few] Prohledat vše: { $shown } dokumenty
   *[other] Prohledat vše: { $shown } dokumentů
}
web-search-words = Slova
web-search-years = Dokumenty podle roku zachycení
web-shell-bare = Bez této lišty
web-shell-calendar = Kalendář
web-shell-copy = archivní kopie adresy
web-shell-alike = Toto je zachycení adresy { $address }, která se liší jen argumenty, jež nic neznamenají.
web-shell-earlier = Žádali jste o { $asked }. Nejbližší zachycení je o { $apart } dřívější.
web-shell-frame = Archivovaná stránka
web-shell-later = Žádali jste o { $asked }. Nejbližší zachycení je o { $apart } pozdější.
web-shell-same-page = Tato adresa zachycena není. Podle pravidel tohoto archivu je to táž stránka jako { $address }, která se ukazuje.
web-shell-steps = Jiná zachycení
web-shell-tools = O tomto zachycení
web-skip = Přejít k obsahu
web-skip-frame = Přejít na archivovanou stránku
web-text = Text
web-text-cut = Text je dlouhý; toto je jeho začátek.
web-thousands = { "\u00A0" }tis.
web-time = Čas
web-times-utc = časy v UTC
web-to-calendar = Všechna zachycení této adresy
web-to-home = Úvodní stránka
web-to-live = Na živém webu: { $url }
web-type = Typ
web-unit-days = { $n ->
    [one] { $shown }{ "\u00A0" }den
    [few] { $shown }{ "\u00A0" }dny
   *[other] { $shown }{ "\u00A0" }dnů
}
web-unit-months = { $n ->
    [one] { $shown }{ "\u00A0" }měsíc
    [few] { $shown }{ "\u00A0" }měsíce
   *[other] { $shown }{ "\u00A0" }měsíců
}
web-unit-years = { $n ->
    [one] { $shown }{ "\u00A0" }rok
    [few] { $shown }{ "\u00A0" }roky
   *[other] { $shown }{ "\u00A0" }let
}
web-unusable = Zachycení nelze zobrazit.
web-unusable-self-redirect = Přesměrovává samo na sebe.
web-unusable-unreadable = Jeho záznam nelze přečíst. Bajtů v souborech archivu se to nedotklo; víc řekne stodola archive check.
web-way-embargo = Přijďte, až embargo skončí: adresa zůstane stejná.
web-way-mistake = Myslíte-li, že jde o omyl, napište správcům archivu a uveďte číslo pravidla.
web-way-others = Podívejte se na jiná zachycení adresy; pravidlo může platit jen pro některá.
web-way-reading-room = Přijďte do studovny: stejná adresa tam funguje.
web-way-rights = Požádejte správce archivu o právo ji číst.
web-way-takedown = Badatelé se mohou obrátit na správce archivu.
web-weekday-0 = pondělí
web-weekday-1 = úterý
web-weekday-2 = středa
web-weekday-3 = čtvrtek
web-weekday-4 = pátek
web-weekday-5 = sobota
web-weekday-6 = neděle
web-weekdays = Po Út St Čt Pá So Ne
web-why = Co s ní udělaly sklizně
web-within = Ve sbírce
web-within-all = totéž v celém archivu
web-year = Rok

## Přihlášení, lidé, API

web-nav-account = Přihlášení, účet
web-sign-in = Přihlásit se
web-sign-out = Odhlásit se
web-account = Váš účet
web-signed-in = Jste přihlášeni jako { $name }. { $role }
web-role-reader = Smíte číst archiv.
web-role-curator = Smíte číst archiv a rozhodovat, co se smí ukázat.
web-role-operator = Smíte číst archiv, rozhodovat, co se smí ukázat, a řídit sklizně.
web-role-admin = Smíte všechno a rozhodujete, kdo další co smí.
web-name = Jméno
web-password = Heslo
web-password-new = Nové heslo
web-password-help = { $n ->
    [one] Alespoň { $shown } znak. Věta je lepší než slovo s číslicemi.
    [few] Alespoň { $shown } znaky. Věta je lepší než slovo s číslicemi.
   *[other] Alespoň { $shown } znaků. Věta je lepší než slovo s číslicemi.
}
web-sign-in-wrong = Jméno nebo heslo není správné.
web-sign-in-locked = { $n ->
    [one] Příliš mnoho neúspěšných pokusů. Zkuste to znovu za { $shown } minutu.
    [few] Příliš mnoho neúspěšných pokusů. Zkuste to znovu za { $shown } minuty.
   *[other] Příliš mnoho neúspěšných pokusů. Zkuste to znovu za { $shown } minut.
}
web-start = Vítejte
web-start-admin = Jste tu první. Zvolte si jméno a heslo: budete rozhodovat, kdo další co smí.
web-start-password = Zvolte heslo pro { $name }.
web-start-button = Začít
web-start-gone = Tento odkaz nelze použít.
web-start-gone-why = Odkaz lze použít jednou, do tří dnů. Nový vám vytvoří správce; na serveru příkazem stodola people link.
web-api-bad-request = Požadavku nelze rozumět.
web-api-not-signed-in = Toto je pro přihlášené a pro programy s tokenem.
web-api-no-right = Na toto nemáte právo.
web-api-forged = Požadavek nepochází z naší stránky.
web-api-not-found = Nic takového tu není.
web-api-conflict = Teď to nelze udělat.
web-api-changed = Mezitím to změnil někdo jiný.
web-api-too-large = Požadavek je příliš velký.
web-api-invalid = Něco v požadavku není správně.
web-api-too-many = Příliš mnoho požadavků. Zkuste to později.
web-api-fault = Na naší straně se něco pokazilo.
web-api-bad-token = Tento token neznáme, nebo už neplatí.
web-api-unavailable = Teď na to nelze odpovědět. Zkuste to později.

## Správa: sklizně, pravidla, lidé, webhooky, vlastní účet

web-act = Co se stalo
web-acts = Úkony
web-api-busy = Právě se čte příliš mnoho záznamů sklizní. Zkuste to za několik sekund.
web-api-wrong-method = S touto adresou to udělat nelze.
web-as-text = jako textový soubor
web-audience = Pro koho
web-audience-help = Nic znamená pro všechny; group:JMÉNO, nebo address:ROZSAH.
web-audit = Co kdo udělal
web-audit-none = Nikdo zatím nic neudělal.
web-detail = Podrobnosti
web-earlier = Starší
web-evidence = Důkazy
web-filter = Vybrat
web-found-on = Nalezeno na
web-groups = Skupiny
web-groups-help = Jména oddělená čárkami. Pravidla přístupu mohou platit pro skupinu.
web-host = Server
web-host-next = Na řadě za
web-host-not-running = sklizeň neběží
web-host-why = Proč ne teď
web-hosts-all = { $n ->
    [one] { $shown } server
    [few] všechny { $shown } servery
   *[other] všech { $shown } serverů
}
web-hosts-any = cokoli
web-hosts-by-log = Sklizeň neběží. Toto jsou čísla z jejího záznamu.
web-hosts-csv = Všechny servery jako CSV
web-hosts-heading = Servery a na co každý čeká
web-hosts-none = Žádný server toto v názvu nemá.
web-hosts-part = Část názvu
web-hosts-shown = { $n ->
    [one] { $part } z { $shown } serveru.
    [few] { $part } ze { $shown } serverů.
   *[other] { $part } z { $shown } serverů.
}
web-job = Sklizeň
web-job-add = Přidat sklizeň
web-job-add-about = Kdo sklizně spouští, s ní začne do deseti sekund. Nastavení, která určují soubor, program nebo proxy, nebo uvolňují pravidla o adresách, lze měnit jen na serveru, v souboru job.toml sklizně.
web-job-archived = Archivováno
web-job-checkpoint = Uložit stav
web-job-did-add = Sklizeň je připravena ke spuštění.
web-job-did-checkpoint = Stav je na disku.
web-job-did-pause = Sklizeň je pozastavena: nezačíná nové požadavky.
web-job-did-rescope = Rozsah byl použit na frontu.
web-job-did-resume = Sklizeň pokračuje.
web-job-did-stop = Sklizeň skončí, jakmile doběhnou rozeslané požadavky.
web-job-elapsed = Tento běh
web-job-failures = Neúspěšné pokusy
web-job-figures = V číslech
web-job-file = Totéž jako soubor
web-job-file-about = Toto jsou všechna nastavení, jak jsou v souboru job.toml. Kdo v něm změní rozsah, může ho zde použít na frontu.
web-job-finished = Vyřízeno
web-job-found = Nalezeno
web-job-hosts = Servery
web-job-in-flight = Rozesláno
web-job-is-finished = { $archived ->
    [one] Je hotova: uložen { $archived_shown } dokument.
    [few] Je hotova: uloženy { $archived_shown } dokumenty.
   *[other] Je hotova: uloženo { $archived_shown } dokumentů.
}
web-job-is-interrupted = Její proces nečekaně skončil; může pokračovat. Uložených dokumentů: { $archived_shown }; čekajících adres: { $waiting_shown }.
web-job-is-new = Ještě nikdy neběžela.
web-job-is-paused = Je pozastavena. Uložených dokumentů: { $archived_shown }; čekajících adres: { $waiting_shown }.
web-job-is-running = Pracuje. Uložených dokumentů: { $archived_shown }; čekajících adres: { $waiting_shown }.
web-job-is-stopped = Byla zastavena a může pokračovat. Uložených dokumentů: { $archived_shown }; čekajících adres: { $waiting_shown }.
web-job-name-help = Písmena, číslice, tečky a spojovníky; stane se složkou jobs/NÁZEV. Nic znamená server první výchozí adresy.
web-job-new = Nová sklizeň
web-job-now = Nyní
web-job-outcomes = Výsledky
web-job-pause = Pozastavit
web-job-rate = Dokumentů za sekundu
web-job-rejected = Odmítnuté odkazy
web-job-reports = Zprávy
web-job-resume = Pokračovat
web-job-round = Kolo
web-job-settings = Nastavení
web-job-size = Velikost
web-job-state-finished = hotova
web-job-state-interrupted = přerušena
web-job-state-new = nová
web-job-state-paused = pozastavena
web-job-state-running = běží
web-job-state-stopped = zastavena
web-job-stop = Zastavit …
web-job-verdicts = Posudky
web-job-waiting = Čeká
web-job-what = Co sklidit
web-job-workers = { $n ->
    [one] z { $shown } možného
    [few] z { $shown } možných
   *[other] z { $shown } možných
}
web-jobs = Sklizně
web-jobs-none = Zatím tu není žádná sklizeň. Začněte novou.
web-jobs-running = { $n ->
    [one] Běží { $shown } sklizeň.
    [few] Běží { $shown } sklizně.
   *[other] Běží { $shown } sklizní.
}
web-limit = Omezení
web-limit-change = Změnit omezení
web-limit-help = Například 5000, 10GB, 2h nebo unlimited.
web-limit-value = Nová hodnota
web-limits = Omezení
web-limits-about = Platí ihned i pro další běhy. Adresy, které odmítlo staré omezení, si ten výsledek ponechají.
web-link = Odkaz na heslo
web-link-about = Odkazem si člověk zvolí heslo. Lze ho použít jednou, do tří dnů; dřívější přestane platit.
web-link-made = Předejte { $name } tento odkaz. Lze ho použít jednou, do { $until }, a znovu se neukáže.
web-link-make = Vytvořit odkaz
web-live = živě,
web-live-loaded = stav při načtení
web-live-stale = bez zpráv
web-made = Přidáno
web-name-help = Nejvýše 60 písmen, číslic a znaků . _ - @
web-nav-access = Přístup
web-nav-jobs = Sklizeň
web-nav-own = Váš účet
web-nav-people = Lidé
web-nav-webhooks = Webhooky
web-next = Další strana
web-number = Číslo
web-outcome-address-refused = adresa serveru není dovolena
web-outcome-never-seen = nikdy nenalezena
web-outcome-prerequisite = potřebná pro jiné
web-outcome-rejected = odmítnutý odkaz
web-outcome-cut = nearchivováno celé
web-outcome-waiting = čeká
web-outcomes-all = všechny
web-outcomes-none = Žádná adresa tento výsledek nemá.
web-password-another = Jiné heslo
web-password-change = Změnit heslo
web-password-changed = Heslo je změněno. Všechna jiná přihlášení skončila.
web-password-old = Dosavadní heslo
web-people = Lidé
web-people-count = { $n ->
    [one] Práva tu má { $shown } člověk.
    [few] Práva tu mají { $shown } lidé.
   *[other] Práva tu má { $shown } lidí.
}
web-person-add = Přidat
web-person-changed = Práva jsou změněna.
web-person-disabled = nesmí se přihlásit
web-person-enabled = smí se přihlásit
web-person-may-not = Nesmí se přihlásit; tokeny neplatí
web-person-new = Někdo nový
web-person-no-password = ještě nemá heslo
web-place = Adresa, server nebo doména
web-place-help = Celá adresa, server, *.doména, nebo adresa s * na konci.
web-points = Body
web-policy = Co se rozhodne
web-policy-allow = allow: ukáže se
web-policy-block = block: je v seznamech, ale neukáže se
web-policy-hide = hide: jako by to nebylo
web-previous = Předchozí stránka
web-profile-national = Národní: stránky národa, ať jsou kdekoli
web-profile-site = Weby: vše pod výchozími adresami
web-rate-documents = Dokumentů za sekundu
web-rate-megabytes = Megabajtů za sekundu
web-rate-now = posledních 90 minut: teď { $now }, průměr { $mean }
web-rate-then = 90 minut do { $until } UTC: na konci { $now }, průměr { $mean }
web-rates = Jak rychle běží
web-rates-none = O rychlosti zatím nejsou žádné údaje: první přijdou po 20 sekundách.
web-rates-table = Totéž jako tabulka, časy v UTC
web-rates-until = Deset minut do
web-reason-help = Zůstane v záznamu.
web-recent = Poslední výsledky
web-recent-all = Všechny výsledky
web-remove = Odebrat
web-reports-about = Počítají se teď z protokolu sklizně.
web-rescope = Použít rozsah na frontu
web-rights = Práva
web-role = Role
web-role-help = reader: čte; curator: i pravidla přístupu; operator: i sklizně; admin: i lidé.
web-rule-add = Přidat pravidlo
web-rule-new = Nové pravidlo
web-rules = Pravidla přístupu
web-rules-count = { $n ->
    [one] O tom, co se smí ukázat, rozhoduje { $shown } pravidlo.
    [few] O tom, co se smí ukázat, rozhodují { $shown } pravidla.
   *[other] O tom, co se smí ukázat, rozhoduje { $shown } pravidel.
}
web-rules-log = Změny
web-rules-log-none = Nic se nikdy neměnilo.
web-rules-none = Žádná pravidla nejsou: vše se smí ukázat.
web-save = Uložit
web-scope-events = events: dostávat události
web-scope-jobs = jobs: vidět a řídit sklizně
web-scope-people = people: přidávat a měnit lidi, webhooky
web-scope-projects = projects: používat vaše projekty
web-scope-read = read: zachycení a CDX
web-scope-requests = requests: žádat o práci a brát si výsledky
web-scope-rules = rules: pravidla přístupu
web-seeds = Výchozí adresy
web-seeds-add = Přidat výchozí adresy
web-seeds-help = Na každém řádku jedna adresa. Tam sklizeň začíná.
web-share = Podíl
web-state = Stav
web-statuses = Odpovědi podle stavu
web-stop-ask = Zastavit „{ $name }“?
web-stop-button = Zastavit
web-stop-heading = Zastavit běh
web-stop-instead = Jen přestávka?
web-stop-instead-about = Pozastavená sklizeň může kdykoli pokračovat.
web-stop-lost = { $n ->
    [one] Nic z archivovaného se neztratí. Čeká { $shown } adresa; sklizeň s ní bude pokračovat, až se znovu spustí.
    [few] Nic z archivovaného se neztratí. Čekají { $shown } adresy; sklizeň s nimi bude pokračovat, až se znovu spustí.
   *[other] Nic z archivovaného se neztratí. Čeká { $shown } adres; sklizeň s nimi bude pokračovat, až se znovu spustí.
}
web-stop-name = Napište název sklizně
web-stop-name-help = Aby nikdo nezastavil jinou.
web-stop-record = Zaznamená se, kdo ji zastavil a kdy.
web-stop-wrong-name = Toto není název sklizně. Nic se nezastavilo.
web-subject = Komu nebo čemu
web-tally-counting = Záznam je dlouhý a právě se počítá. Načtěte stránku za chvíli znovu.
web-tally-none = Žádná adresa zatím nemá výsledek.
web-tally-sentence = { $n ->
    [one] Výsledek má { $shown } adresa, archivováno { $share }.
    [few] Výsledek mají { $shown } adresy, archivováno { $share }.
   *[other] Výsledek má { $shown } adres, archivováno { $share }.
}
web-token-add = Vytvořit token
web-token-ends = Do kdy
web-token-ends-help = Datum; nic znamená napořád.
web-token-made = Toto je váš nový token. Zkopírujte si ho: znovu se neukáže.
web-token-name = Jak mu říkáte
web-token-name-help = Například název programu, který ho používá.
web-token-removed = Token je odebrán. Programy, které ho používaly, jsou odmítány.
web-token-scopes = Smí
web-token-seen = Naposledy použit
web-tokens = Tokeny pro programy
web-tokens-about = Program s tokenem smí to, co vy, pokud to token dovoluje.
web-tokens-none = Žádné tokeny nemáte.
web-trouble-follows = Co následuje
web-trouble-kinds = Potíže podle druhu
web-trouble-last-host = Naposledy na
web-trouble-what = Co se stalo
web-troubles = Potíže, nejnovější první
web-troubles-new = { $n ->
    [one] { $shown } nová potíž: ukázat
    [few] { $shown } nové potíže: ukázat
   *[other] { $shown } nových potíží: ukázat
}
web-troubles-none = Žádné potíže nebyly.
web-types = Typy
web-types-other = ostatní
web-undo = Vzít poslední změnu zpět
web-until = Do kdy
web-until-help = Pravidlo platí do té doby; nic znamená napořád.
web-verdict = Posudek
web-verdict-belongs = Patří k národnímu webu: pravděpodobnost { $probability }, bodů { $points }, jazyk { $language }.
web-verdict-by-points = Rozhodují body: je jich třeba { $minimum } (sada { $pack }).
web-verdict-by-probability = Rozhoduje pravděpodobnost: je třeba { $threshold } (sada { $pack }).
web-verdict-by-rule = Rozhoduje pravidlo sady { $pack }.
web-verdict-captured = Text zachycení: { $time }.
web-verdict-criteria = Kritéria
web-verdict-criterion = Kritérium
web-verdict-cut = Text je delší, než se tu ukazuje.
web-verdict-followed = Co se s adresou stalo
web-verdict-foreign = Nepatří k národnímu webu: pravděpodobnost { $probability }, bodů { $points }, jazyk { $language }.
web-verdict-found = Nalezeno / z toho národních
web-verdict-key-against = proti
web-verdict-key-contacts = pošta, telefon
web-verdict-key-links = odkaz, server
web-verdict-key-places = místo
web-verdict-key-words = slovo tohoto jazyka
web-verdict-missing = { $n ->
    [one] { $shown } doklad v tomto textu není: stránka se od té doby změnila, nebo je text zkrácen.
    [few] { $shown } doklady v tomto textu nejsou: stránka se od té doby změnila, nebo je text zkrácen.
   *[other] { $shown } dokladů v tomto textu není: stránka se od té doby změnila, nebo je text zkrácen.
}
web-verdict-no = ne
web-verdict-no-text = Není tu text, v němž by se doklady vyznačily: stránka není archivována, nebo jsou vám její zachycení skryta.
web-verdict-scale = Pravděpodobnost
web-verdict-see = Zobrazit stránku
web-verdict-sum = Součet
web-verdict-text = Text a co se v něm našlo
web-verdict-then = Co následovalo
web-verdict-yes = ano
web-verdicts-about = Co národní sklizeň řekla o stránkách a podle jakých důkazů.
web-verdicts-all = všechny
web-verdicts-no = jen stránky, které nepatří
web-verdicts-none = Žádné posudky tu nejsou.
web-verdicts-yes = jen stránky, které patří
web-wait-closed = uzavřen: limit nebo rozhodnutí
web-wait-complaint = odpověděl 429 nebo 503
web-wait-failures = nebylo ho možné dosáhnout
web-wait-in-flight = požadavek právě probíhá
web-wait-nothing = nic není v jeho frontě
web-wait-pause = obvyklá pauza
web-wait-turn = na volné místo
web-webhook-add = Přidat webhook
web-webhook-all = všechny
web-webhook-error = Poslední chyba
web-webhook-kinds = Události
web-webhook-kinds-help = Druhy oddělené mezerami; nic znamená všechny.
web-webhook-made = Toto je klíč, kterým se zprávy podepisují. Zkopírujte si ho: znovu se neukáže.
web-webhook-new = Nový webhook
web-webhook-parked = odstaven od { $since }
web-webhook-resume = Pokračovat
web-webhook-tries = { $n ->
    [one] { $shown } pokus selhal
    [few] { $shown } pokusy selhaly
   *[other] { $shown } pokusů selhalo
}
web-webhook-well = v provozu
web-webhooks = Webhooky
web-webhooks-about = Programy, které se dozvídají, co se děje: podepsaně a v pořadí.
web-webhooks-none = Žádný program se o událostech nedozvídá.
web-who = Kdo
web-why-accepts = přijímá
web-why-alike = Další adresy s tímto výsledkem
web-why-ask = Co se stalo s adresou
web-why-attempts = Pokusy a odkazy
web-why-button = Zjistit proč
web-why-captures = Zachycení této adresy
web-why-command = Na příkazové řádce:
web-why-decides = toto pravidlo rozhoduje
web-why-does = Co dělá
web-why-last = Rozhodnutí
web-why-line = řádek { $n }
web-why-next = Pokud jste ji chtěli
web-why-no-match = netýká se jí
web-why-nothing-next = Není nic, co by bylo třeba změnit.
web-why-others = Jiné sklizně
web-why-rejects = odmítá
web-why-robots-of = robots.txt, jak byl zachycen { $day }.
web-why-rule = Pravidlo
web-why-said = Co řeklo
web-why-scope = Pravidla rozsahu v pořadí: rozhoduje poslední, které se týká
web-why-settings = Nastavení sklizně
web-why-settings-of = job.toml, jaký je teď.
web-why-verdict = Verdikt s doklady
web-why-way = Cesta k ní
web-why-which = Která adresa
web-your-groups = Patříte do: { $groups }.
web-archive = Archiv
web-archive-about = Všechna zachycení, i ta, která se nesmějí ukázat.
web-archive-by = Podle
web-archive-hosts = Podle serverů
web-archive-jobs = Podle sklizní
web-archive-nothing = Zatím tu nic není.
web-archive-statuses = Podle odpovědi
web-archive-types = Podle typů
web-archive-years = Podle let
web-follower = Co
web-follower-behind = pozadu
web-follower-done = aktuální
web-follower-files = Přečtené soubory
web-follower-lag = Zbývá přečíst
web-followers = Co je odvozeno ze zachycení
web-followers-about = Lze to kdykoli vytvořit znovu ze souborů: stodola archive rebuild.
web-nav-archive = Archiv

## Pravidla přístupu

web-captured-from = Zachyceno od
web-captured-help = Rok, měsíc nebo den; nic znamená kdykoli.
web-captured-to = Zachyceno do
web-cause = Proč je to zakázáno
web-cause-court = nařídil to soud
web-cause-embargo = smí se ukázat později
web-cause-help = Čtenáři se to dozvědí; platí jen pro pravidla block.
web-cause-owner = požádal o to majitel
web-cause-person = požádal o to člověk, který je na stránce jmenován
web-cause-reading-room = jen ve studovně
web-cause-rights = jen pro některé lidi
web-conditions = Podmínky
web-everybody = všichni
web-media-type = Typ obsahu
web-media-type-help = Jen zachycení tohoto typu; nic znamená všechna.
web-message = Co se řekne čtenářům
web-message-help = Kromě důvodu. Vidí to všichni.
web-valid-from = Platí od
web-younger = Mladší než
web-younger-help = Jen zachycení mladší než: 1y, 6m, 10d.

## Prohlídka ukázky

web-tour = Prohlídka tohoto archivu
web-tour-about = Tento archiv vznikl před chvílí: program nabídl malý vlastní web v deseti jazycích, sklidil jej a uložil stránky, které patří k českému webu, se vším, co potřebují. Nic z toho jinde neexistuje. Zkuste postupně:
web-tour-addresses = Všechny adresy toho webu
web-tour-calendar = Kalendář stránky: kdy byla zachycena a kdy se změnila
web-tour-jobs = Sklizeň, její servery, výsledky a zprávy (nejprve se přihlaste)
web-tour-replay = Tatáž stránka tak, jak byla, pod lištou; jděte po jejích odkazech
web-tour-search = Hledat „{ $words }“: najdou se i stránky s jinými tvary slova
web-tour-why = Proč jiná stránka nebyla archivována (nejprve se přihlaste: odkaz je v terminálu)

## Požadavky

web-requests = Požadavky
web-requests-about = Rozbory, které trvají déle než chvilku, tu čekají ve frontě. Stránku můžete zavřít; výsledek na vás počká.
web-requests-all = Všechny
web-requests-mine = Moje
web-requests-favourites = Oblíbené
web-requests-refreshed = Obnovované samy
web-requests-lines = Fronty
web-requests-list = Čekající a hotové
web-requests-none = Zatím jste o nic nepožádali.
web-requests-no-favourites = Nemáte žádné oblíbené dotazy. Požadavek lze pojmenovat na jeho stránce.
web-requests-waiting = { $n ->
    [0] nikdo nečeká
    [one] { $shown } čeká
    [few] { $shown } čekají
   *[other] { $shown } čeká
}
web-requests-limits = Fronty pracují vedle sebe. Čekat { $limit ->
    [one] smí { $limit } váš požadavek
    [few] smějí { $limit } vaše požadavky
   *[other] smí { $limit } vašich požadavků
}; teď jich čeká { $waiting }. Výsledky, které nikdo neotvírá, se obnovují stále řidčeji a po čase zmizí.
web-request = Požadavek
web-request-new = Nový požadavek
web-request-which = Co se má udělat?
web-request-packages = Druhy práce
web-request-send = Požádat
web-request-share = Ukázat lidem se stejnými právy
web-request-refreshed = Obnovovat výsledek
web-refresh-never = jen na požádání
web-refresh-idle = když nic jiného nečeká
web-refresh-daily = každý den
web-refresh-weekly = každý týden
web-refresh-monthly = každý měsíc
web-request-running = běží
web-request-waiting = čeká
web-request-done = hotovo
web-request-failed = nepovedlo se
web-request-cancelled = zrušeno
web-request-progress = Postup
web-request-place = { $n ->
    [1] první v řadě
    [2] druhý v řadě
    [3] třetí v řadě
   *[other] { $shown }. v řadě
}
web-request-left = Hotovo za
web-request-for = Pro koho
web-request-you = vás
web-request-result = Výsledek
web-request-old = stáří { $age }
web-request-when-idle = obnovuje se, když nic jiného nečeká
web-request-every = obnovuje se každých { $every }
web-request-stop = Zastavit
web-request-drop = Zrušit
web-request-sooner = Dřív
web-request-refresh = Obnovit
web-request-again = Znovu
web-request-ask = Požádat
web-request-question = Dotaz
web-request-log = Protokol
web-request-line = Co se stalo
web-request-favourite = Zeptat se někdy znovu
web-request-keep = Uložit mezi oblíbené
web-package-version = Verze { $version }.
web-package-keepers = Stará se: { $names }.
web-request-save-to = Soubor, který vkládá web, pod složkou z work.toml
web-request-saved-to = Web ho vkládá jako { $file }.
web-request-rename = Přejmenovat
web-request-new-name = Nové jméno
web-request-facts = Celek
web-request-value = Hodnota
web-request-first-rows = { $n ->
    [one] Zde je jen první řádek; v souboru jsou všechny.
    [few] Zde jsou jen první { $shown } řádky; v souboru jsou všechny.
   *[other] Zde je jen prvních { $shown } řádků; v souboru jsou všechny.
}
web-column-uri = Adresa
web-column-title = Titulek
web-column-kind = Druh
web-column-type = Typ
web-column-lang = Jazyk
web-column-size = Bajty
web-column-rank = Důležitost
web-column-in-links = Odkazů na ni
web-column-depth = Kliknutí z domovské stránky
web-column-below = Dokumentů pod ní
web-column-time = Čas
web-column-target = Cíl
web-column-outcome = Co je špatně
web-column-status = Stav
web-column-dead = Mrtvý
web-column-links = Odkazy
web-column-hint = Rada
web-column-pages = Stránky
web-column-word = Slovo
web-column-relevance = Blízkost
web-column-documents = Dokumenty
web-column-parent = Pod stránkou
web-column-words = Slova
web-column-total = Nalezeno dokumentů
web-column-is-relaxed = Blízko jen některým slovům
web-column-count = Stránek, serverů nebo domén
web-column-dangling = Bez odkazů
web-column-is-sampled = Ze vzorku
web-column-left-out = Vynecháno
web-column-dead-links = Mrtvých odkazů
web-column-dead-targets = Mrtvých cílů
web-column-depths = Dokumenty podle kliknutí
web-column-kinds = Druhy
web-column-unreached = Kliknutím nedosažitelné
web-column-host = Web
web-column-home = Domovská stránka
web-column-newest = Nejnovější zachycení
web-column-files = Soubory
web-column-bytes = Bajty
web-column-links-inside = Odkazů uvnitř
web-column-links-out = Odkazů na jiné servery
web-column-hosts-out = Serverů, na které odkazuje
web-column-languages = Jazyky
web-column-from-hosts = Servery, které sem odkazují
web-column-to-hosts = Odkazované servery
web-column-bad = V nepořádku
web-column-missing = Chybí
web-column-bad-files = Soubory, které nejsou v pořádku
web-column-only = Co se stavělo
web-column-files-with-problems = Soubory s potížemi
web-column-requests = Odstraněno požadavků
web-column-leftovers = Odstraněno zbytků
web-package-map = Mapy webů
web-package-rank = Důležitost stránek
web-package-near = Blízká slova
web-package-export = Exporty
web-package-harvest = Sklizně
web-package-index = Indexy
web-package-fixity = Kontroly souborů
web-package-clean-up = Úklid
web-package-idle-now = volno, povoleno { $most }
web-package-at-work = pracuje { $running } z { $most }
web-question-site = Web: server, *.DOMÉNA, nebo začátek adresy s * na konci
web-question-collection = Sbírka místo webu
web-question-date = Jak byl k datu (4 až 14 číslic)
web-question-view = Co z něj: survey (čísla a všechny dokumenty), tree (strom podle kliknutí), dead (odkazy, které nikam nevedou)
web-question-home = Domovská stránka stromu
web-question-depth = Strom nejvýš do tolika kliknutí
web-question-nodes = Co se řadí
web-question-measure = Čím se měří důležitost
web-question-scale = Hodnoty s průměrem 1, nebo se součtem 1
web-question-limit = Nejvýš řádků
web-question-words = Slova
web-question-lang = Jazyk, například cs
web-question-distance = Největší vzdálenost ve slovech
web-question-documents = Přečíst nejvýš dokumentů
web-question-template = Šablona, pro formát template
web-question-prefix = Adresa, nebo její začátek
web-question-job = Sklizeň
web-question-from = Ne dříve než (4 až 14 číslic)
web-question-to = Ne později než (4 až 14 číslic)
web-question-as-of = Jak to bylo k (4 až 14 číslic)
web-question-format = Formát
web-question-title = Název
web-question-again = Začít další kolo, ať je na čase, nebo ne
web-question-only = Který: catalogue, payloads, licences, search, map
web-question-older-than-days = Jen soubory nekontrolované tolik dní
web-question-max-minutes = Nejvýš tolik minut
web-stage-selecting = vybírají se zachycení
web-stage-records = kopírují se záznamy
web-stage-files = čtou se soubory
web-stage-map = čte se mapa
web-stage-rank = počítá se důležitost
web-stage-near = čtou se dokumenty
## Mapy webů

web-map-address = Adresa
web-map-addresses = { $n ->
    [one] { $shown } adresa
    [few] { $shown } adresy
   *[other] { $shown } adres
}
web-map-after = Další
web-map-alive = Naposledy žila
web-map-all-dead = { $n ->
    [one] { $shown } adresa
    [few] Všechny { $shown } adresy
   *[other] Všech { $shown } adres
}
web-map-as-of = Stav k { $date }. Nejnovější zachycení je z { $time }.
web-map-before = Předchozí
web-map-below = { $n ->
    [one] { $shown } dokument
    [few] { $shown } dokumenty
   *[other] { $shown } dokumentů
}
web-map-canonical = Vlastní adresa
web-map-canonical-own = tato
web-map-catalogue = Katalog podle klíčových slov
web-map-catalogue-about = Nejnovější stránky webu ve skupinách. Skupinu pojmenovává slovo, kterým její stránky vynikají; pod ním stojí další slova, která mnohé z nich mají.
web-map-catalogue-all = Všechny skupiny
web-map-catalogue-csv = { $n ->
    [one] { $shown } stránka v CSV
    [few] { $shown } stránky v CSV
   *[other] { $shown } stránek v CSV
}
web-map-catalogue-languages = Všechny jazyky
web-map-catalogue-no-group = Taková skupina teď není. Skupiny vyplývají z archivovaných stránek.
web-map-catalogue-no-index = Skupiny vznikají z vyhledávacího indexu a tento archiv ho ještě nemá. Vytvoří ho jeden příkaz:
web-map-catalogue-none = Vyhledávací index nemá z tohoto webu žádnou stránku, kterou by vám bylo možné ukázat.
web-map-catalogue-others = Ostatní stránky
web-map-catalogue-read = { $n ->
    [one] Přečtena { $shown } stránka z { $total }.
    [few] Přečteny { $shown } stránky z { $total }.
   *[other] Přečteno { $shown } stránek z { $total }.
}
web-map-catalogue-tab = Katalog
web-map-clicks = Kliknutí
web-map-clicks-away = { $n ->
    [one] { $shown } kliknutí
    [few] { $shown } kliknutí
   *[other] { $shown } kliknutí
}
web-map-clicks-chart = Kolik kliknutí od domovské stránky
web-map-complete = Úplnost
web-map-complete-all = Všechny jsou archivovány.
web-map-complete-all-pages = Všechny stránky, kterým části chybějí
web-map-complete-caption = Stránky, kterým chybějí části, od těch, kterým jich chybí nejvíc
web-map-complete-csv = { $n ->
    [one] { $shown } stránka v CSV
    [few] { $shown } stránky v CSV
   *[other] { $shown } stránek v CSV
}
web-map-complete-lack = { $n ->
    [one] { $shown } chybí: web je úplný z { $score } %.
    [few] { $shown } chybějí: web je úplný z { $score } %.
   *[other] { $shown } jich chybí: web je úplný z { $score } %.
}
web-map-complete-missing = Chybí
web-map-complete-needed = Stránky webu ({ $shown }) potřebují { $n ->
    [one] { $parts } část
    [few] { $parts } části
   *[other] { $parts } částí
}: styly, obrázky, skripty a rámy; každá se počítá jednou za každou stránku, která ji potřebuje.
web-map-complete-no-parts = Žádná stránka webu nepotřebuje styly, obrázky, skripty ani rámy, takže nic chybět nemůže.
web-map-complete-of = { $there } z { $needed }
web-map-complete-often = Části, které chybějí nejvíce stránkám
web-map-complete-pages = Stránky
web-map-complete-part = Část
web-map-complete-parts = Části, které stránce chybějí
web-map-complete-score = Úplnost
web-map-complete-some = { $n ->
    [one] chybí { $shown } část
    [few] chybějí { $shown } části
   *[other] chybí { $shown } částí
}
web-map-complete-why = Proč
web-map-copy = kopie
web-map-copy-head = V archivu
web-map-count-pages = { $n ->
    [one] { $shown } stránka
    [few] { $shown } stránky
   *[other] { $shown } stránek
}
web-map-dangling = { $n ->
    [one] { $n } dokument neodkazuje na žádný jiný z webu; jeho význam se dělí mezi všechny.
    [few] { $n } dokumenty neodkazují na žádný jiný z webu; jejich význam se dělí mezi všechny.
   *[other] { $n } dokumentů neodkazuje na žádný jiný z webu; jejich význam se dělí mezi všechny.
}
web-map-date = Stav webu k
web-map-date-show = Ukázat
web-map-dead = Mrtvé odkazy
web-map-dead-caption = Adresy, které neodpovídají, od nejodkazovanější
web-map-dead-csv = { $n ->
    [one] { $shown } odkaz jako CSV
    [few] Všechny { $shown } jako CSV
   *[other] Všech { $shown } jako CSV
}
web-map-deepest = Nejhlubší stránka
web-map-description = Popis
web-map-export = Export:
web-map-far = Významná, ale daleko od domovské stránky nebo z ní nedosažitelná: čtenářům by pomohl odkaz z vyšší stránky.
web-map-farm = { $n ->
    [one] Na { $name } odkazuje { $sources } server; z toho { $captives } neodkazuje nikam jinam.
    [few] Na { $name } odkazují { $sources } servery; z toho { $captives } neodkazuje nikam jinam.
   *[other] Na { $name } odkazuje { $sources } serverů; z toho { $captives } neodkazuje nikam jinam.
} Mezi servery může jeho význam pocházet z farmy odkazů. Význam jednotlivých stránek vychází jen z odkazů uvnitř webu.
web-map-fault-double-content = obsah jako na jiných stránkách
web-map-fault-double-description = popis jako na jiných stránkách
web-map-fault-double-h1 = h1 jako na jiných stránkách
web-map-fault-double-title = název jako na jiných stránkách
web-map-fault-no-description = bez popisu
web-map-fault-no-h1 = bez h1
web-map-fault-no-title = bez názvu
web-map-fault-other-canonical = za vlastní uvádí jinou adresu
web-map-fault-several-h1 = více h1
web-map-faults = Chybí, nebo se opakuje
web-map-feed = Změny webu
web-map-feed-short = Kanál změn
web-map-files = Soubory
web-map-folders = Složky
web-map-folders-about = Co říkají adresy, ať na ně vedou jakékoli odkazy. Ke každé složce patří dokumenty v ní i ve složkách uvnitř.
web-map-folders-all = Všechny složky
web-map-folders-columns = U každé složky: počet dokumentů přímo v ní, velikost včetně složek uvnitř a podíl na velikosti webu. Název vede na všechna zachycení.
web-map-folders-csv = { $n ->
    [one] { $shown } složka v CSV
    [few] { $shown } složky v CSV
   *[other] { $shown } složek v CSV
}
web-map-folders-heading = Strom složek
web-map-from-hosts = Servery, které sem odkazují
web-map-from-links = { $n ->
    [one] { $shown } odkaz
    [few] { $shown } odkazy
   *[other] { $shown } odkazů
}
web-map-h1 = Nadpis (h1)
web-map-half-within = { $n ->
    [one] polovina do { $shown } kliknutí
    [few] polovina do { $shown } kliknutí
   *[other] polovina do { $shown } kliknutí
}
web-map-has-pages = { $n ->
    [one] Mapa má { $shown } stránku tohoto webu.
    [few] Mapa má { $shown } stránky tohoto webu.
   *[other] Mapa má { $shown } stránek tohoto webu.
}
web-map-home = domů
web-map-host = Server
web-map-hosts = Odkazy mezi servery
web-map-icon-data = data
web-map-icon-feed = kanál novinek
web-map-icon-folder = má pod sebou dokumenty
web-map-icon-image = obrázek
web-map-icon-page = stránka
web-map-icon-pdf = PDF
web-map-in-all = všechen obsah { $size }
web-map-instead = použijte { $uri }
web-map-kind = Druh
web-map-kinds = Druhy dokumentů
web-map-language = Jazyk
web-map-languages = Jazyky stránek
web-map-left-out = { $n ->
    [one] { $shown } dokument se neukazuje: web je příliš velký.
    [few] { $shown } dokumenty se neukazují: web je příliš velký.
   *[other] { $shown } dokumentů se neukazuje: web je příliš velký.
}
web-map-linked-from = Odkud se odkazuje
web-map-links = Odkazy
web-map-links-in = Odkazů sem
web-map-links-inside = Odkazy uvnitř
web-map-links-out = Odkazy ven
web-map-more = { $n ->
    [one] ještě { $shown } další
    [few] ještě { $shown } další
   *[other] ještě { $shown } dalších
}
web-map-neighbours = Sousedé
web-map-neighbours-told = Odkazy z jiných serverů: { $from }. Odkazy na jiné servery: { $to }.
web-map-neighbours-what = odkazy z jiných serverů a na ně
web-map-never-kept = v archivu není
web-map-newest = Každá stránka podle svého nejnovějšího zachycení. Nejnovější ze všech je z { $time }.
web-map-no-folders = Žádný dokument webu nemá obsah.
web-map-no-hosts = Žádné tu nejsou.
web-map-no-tree = Není stránka, kterou by strom začínal.
web-map-none-dead = Žádný odkaz není mrtvý.
web-map-not-known = neznámý
web-map-number = Počet
web-map-of = Mapa webu
web-map-open-all = { $n ->
    [one] Otevřít strom s { $shown } dokumentem
    [few] Otevřít strom se všemi { $shown } dokumenty
   *[other] Otevřít strom se všemi { $shown } dokumenty
}
web-map-others = { $n ->
    [one] { $shown } další
    [few] { $shown } další
   *[other] { $shown } dalších
}
web-map-overview = Přehled
web-map-page = Stránka
web-map-pages = Stránky
web-map-pages-by-links = Stránky podle počtu dokumentů webu, na které odkazují
web-map-pages-by-links-to = Stránky podle počtu dokumentů webu, které na ně odkazují
web-map-rank = Význam
web-map-rank-bar = Význam jako pruh
web-map-rank-how = PageRank, d = 0,85, průměr je 1
web-map-ranked = Nejvýznamnější stránky
web-map-rows-left-out = { $n ->
    [one] { $shown } řádek se neukazuje: web je příliš velký. Je v souboru CSV.
    [few] { $shown } řádky se neukazují: web je příliš velký. Jsou v souboru CSV.
   *[other] { $shown } řádků se neukazuje: web je příliš velký. Jsou v souboru CSV.
}
web-map-says = Co říká
web-map-share-bar = Podíl jako pruh
web-map-sheet = Stránky s názvy, nadpisy a popisy
web-map-sheet-caption = Stránky a co na nich chybí nebo se opakuje
web-map-sheet-csv = { $n ->
    [one] { $shown } stránka v CSV
    [few] { $shown } stránky v CSV
   *[other] { $shown } stránek v CSV
}
web-map-sheet-faulty = { $n ->
    [one] Na { $shown } stránce něco chybí nebo se opakuje.
    [few] Na { $shown } stránkách něco chybí nebo se opakuje.
   *[other] Na { $shown } stránkách něco chybí nebo se opakuje.
}
web-map-sheet-none = Taková stránka není.
web-map-sheet-sound = Na žádné stránce nic nechybí ani se neopakuje.
web-map-sheet-tab = Stránky
web-map-size = Velikost
web-map-snippet = Pro stránku „nenalezeno“ tohoto webu
web-map-snippet-about = Vložte to do stránky, kterou web ukazuje, když adresa neexistuje. Vypíše stránky s podobnou adresou a podobným názvem. O čtenáři se neposílá nic než adresa, která se nenašla.
web-map-some-dead = { $n ->
    [one] { $shown } odkaz je mrtvý.
    [few] { $shown } odkazy jsou mrtvé.
   *[other] { $shown } odkazů je mrtvých.
}
web-map-some-unreached = { $n ->
    [one] K { $shown } dokumentu nevedou žádné odkazy.
    [few] K { $shown } dokumentům nevedou žádné odkazy.
   *[other] K { $shown } dokumentům nevedou žádné odkazy.
}
web-map-state = Stav
web-map-state-archived = má obsah
web-map-state-error = chyba serveru nebo dotazu
web-map-state-forbidden = přístup odepřen (401, 403)
web-map-state-not-found = nenalezeno (404, 410)
web-map-state-redirected = vede na jinou adresu
web-map-state-registered = známá jen z odkazů
web-map-states = Odpovědi serveru
web-map-tabs = Tato mapa
web-map-to-hosts = { $n ->
    [one] na { $shown } server
    [few] na { $shown } servery
   *[other] na { $shown } serverů
}
web-map-to-hosts-heading = Servery, na které se odsud odkazuje
web-map-tree = Strom
web-map-tree-columns = jazyk, velikost, význam
web-map-tree-find = Najít
web-map-tree-heading = Strom podle nejkratší cesty z domovské stránky
web-map-tree-nothing = Tato písmena nemá žádný název ani adresa.
web-map-tree-search = Písmena v názvu nebo adrese
web-map-types = Jazyky a typy, grafy
web-map-unknown = Mapa z tohoto webu nic nemá
web-map-unknown-why = Žádná jeho stránka není archivována, nebo vám žádnou nelze ukázat.
web-map-unreached = Nevedou k nim odkazy
web-map-wait = Mapa se vytváří
web-map-wait-why = Vzniká ze všech odkazů archivu. Stránka se sama načte znovu.
web-map-year = Rok
web-map-years = Obsahy podle roku zachycení
web-maps = Mapy webů
web-maps-about = Mapa ukazuje web tak, jak jím návštěvníci procházejí: cestu z domovské stránky, mrtvé odkazy, nejvýznamnější stránky.
web-maps-all = Všechny dokumenty
web-maps-count = { $n ->
    [one] { $shown } web
    [few] { $shown } weby
   *[other] { $shown } webů
}
web-maps-find = Adresa webu
web-maps-make = Příkaz
web-maps-none = Mapa ještě není
web-maps-none-why = Archiv nemá mapu svých odkazů. Vytvoří ji jeden příkaz; od té doby ji sklizně doplňují. Trvá to asi tak dlouho, jako jednou přečíst všechny soubory archivu.
web-maps-open = Otevřít mapu
web-maps-site = Web
web-maps-sites = Weby od největšího
web-nav-maps = Mapy
