-- serves: 0042
-- Each class of a copied term was written its term's name as if the business had said so; such a class tells of the term
-- as it now is. The name of before a renaming stands nowhere: in a copied term every text is the copy's, save that of a
-- class that came there from elsewhere.
update offerings o set term_dates = ''
  where term_dates <> '' and (
    exists (select from terms t where t.name = o.term_dates)
    or exists (select from staff_actions a
        where a.subject_kind = 'term' and a.subject_id = o.term_id and a.action = 'term.copy')
      and not exists (select from staff_actions a
        where a.subject_kind = 'class' and a.subject_id = o.id and a.facts ? 'termId'));
