SELECT tag FROM rounds WHERE domain = ?1 ORDER BY tag DESC LIMIT 1
