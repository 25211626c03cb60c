# Texty programu v češtině. Klíče začínají oblastí, do které patří; oba jazyky mají stejné klíče a argumenty,
# což kontroluje test balíku `text`.

## Archiv

archive-file-missing = { $name }: soubor chybí, obsahoval { $captures ->
    [one] { $captures } záznam
    [few] { $captures } záznamy
   *[other] { $captures } záznamů
}

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
