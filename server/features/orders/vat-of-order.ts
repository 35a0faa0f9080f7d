import { sql } from 'kysely'

/**
 * Selects the VAT in what an order of `orders` paid, less refunds, by code and rate, as JSON: what the VAT export says of
 * it, for closed days as they were closed. Empty for a `business` that never was registered.
 */
export const vatOfOrder = sql`case when business.is_vat_registered or business.vat_number <> '' then
  coalesce((select json_agg(json_build_object('code', code, 'percent', percent, 'grossPence', gross, 'vatPence', vat)
      order by percent desc, code)
    from (
      select code, percent, sum(gross_pence) as gross, sum(vat_pence) as vat
      from (
        select code, percent, gross_pence, vat_pence from vat_movements where order_id = orders.id
          and (day > coalesce(vat_closed_until(), '-infinity') or day < (select min(from_day) from vat_periods))
        union all
        select vat_code, vat_percent, gross_pence, vat_pence from vat_lines where order_id = orders.id
      ) movements where code <> 'outside' group by code, percent
    ) sums where gross <> 0), '[]') else '[]' end`
