INSERT INTO versions (domain, tag, path, url, title, time, digest, status, type, charset, language, record)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
