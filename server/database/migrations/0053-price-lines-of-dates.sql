-- serves: 0048
-- The price line of a class is worked out from its dates. What was written into it by the demo, in just these words, would
-- stand as the business's own and stay behind a new price.
update offerings set price_description = ''
  where price_description ~ ('^(Free of charge|(£[0-9.]+ or [0-9]+ class credits?|[0-9]+ class credits?; for families with '
    || 'a class pack)([.] (The first visit is a free trial|Trial £[0-9.]+))?)$');
