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
web-compare-no-text = Nemá žádný text (typ { $mime }).
web-compare-not-archived = Takové zachycení tu není.
web-compare-on = O krok dál
web-compare-readable = Jeho text lze číst; druhá strana žádný nemá.
web-compare-removed = { $n ->
    [one] { $shown } slovo zmizelo
    [few] { $shown } slova zmizela
   *[other] { $shown } slov zmizelo
}
web-compare-same = Obě mají stejný text.
web-compare-seen = Jak vypadají
web-compare-text = Text
web-compare-title = Porovnání dvou zachycení
web-compare-views = Způsoby porovnání
web-compare-what = Porovnává se viditelný text, odstavec po odstavci a slovo po slově.
web-compare-which = Která dvě zachycení?
web-content = Obsah
web-fault = Tady se něco nepodařilo.
web-fault-number = V záznamu serveru to má číslo { $number }.
web-fault-why = V archivu se nic neztratilo ani nezměnilo.
web-first = První
web-for-programs = Pro programy:
web-harvest = Sklizeň
web-home-captures = { $captures }.
web-home-empty = Zatím tu nic není. Začněte sklizní, nebo přidejte soubory WARC:
web-home-hint = Adresa otevře svůj kalendář; s hvězdičkou na konci výpis všech, které tak začínají.
web-home-holds = { $captures } { $hosts }: { $size }.
web-home-in-barn = V archivu
web-home-no-figures = Archiv je otevřen ke čtení.
web-home-span = Nejstarší je z { $first }, nejnovější z { $last }.
web-home-title = Webový archiv
web-home-try = Například
web-home-unknown = Katalog teď nelze číst.
web-home-years = Zachycení podle let
web-last = Poslední
web-legend-blocked = nezobrazuje se každému
web-legend-captured = zachyceno, vyšší: častěji
web-legend-changed = obsah se změnil
web-legend-changed-tip = obsah se změnil (špička)
web-legend-error = zachycena jen chyba
web-legend-more = 7 a více zachycení toho dne
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
web-n-times = { $n ->
    [one] jednou
    [few] { $shown }krát
   *[other] { $shown }krát
}
web-nav = Hlavní
web-nav-captures = Zachycení
web-near = Co je poblíž
web-near-host = Všechny adresy tohoto serveru
web-near-live = Na živém webu:
web-near-none = Archiv nemá žádné zachycení z tohoto serveru.
web-no-address = Toto není adresa.
web-no-address-why = Adresa má jméno serveru: www.example.org/stranka.
web-no-capture = Není archivováno.
web-no-capture-lead = Archiv nemá žádné zachycení této adresy.
web-no-capture-why = Archiv nemá žádné zachycení adresy { $url }.
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
web-outcome-not-national = nepatří k národnímu webu
web-outcome-out-of-scope = mimo rozsah
web-outcome-over-budget = nad limit serveru
web-outcome-retried = zkusí se znovu
web-outcome-robots-excluded = zakazuje to robots.txt
web-outcome-robots-unreachable = robots.txt se nepodařilo stáhnout
web-outcome-trap = považováno za past
web-outcome-unfetchable = nelze stáhnout
web-reason = Pravidlo nebo důvod
web-refused-answer = Odpověď serveru
web-refused-captured = Zachyceno
web-refused-court-lead = Soud nařídil, aby se nezobrazovala.
web-refused-embargo = Tuto stránku lze zobrazit od { $day }.
web-refused-embargo-lead = Bude ji zde možné číst, až skončí její embargo.
web-refused-embargo-open = Tuto stránku zatím nelze zobrazit.
web-refused-facts = Co o ní smíme říci
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
web-shell-bare = Bez této lišty
web-shell-calendar = Kalendář
web-shell-copy = archivní kopie adresy
web-shell-earlier = Žádali jste o { $asked }. Nejbližší zachycení je o { $apart } dřívější.
web-shell-frame = Archivovaná stránka
web-shell-later = Žádali jste o { $asked }. Nejbližší zachycení je o { $apart } pozdější.
web-shell-steps = Jiná zachycení
web-shell-tools = O tomto zachycení
web-skip = Přejít k obsahu
web-skip-frame = Přejít na archivovanou stránku
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
