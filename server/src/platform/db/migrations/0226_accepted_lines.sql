-- What the customer wants of an order, by the last offer that they accepted: true or false, null for a line that was not offered
-- or not answered.
alter table order_lines add column is_accepted boolean;
update order_lines l set is_accepted = a.is_accepted
from (
  select distinct on (ol.company_id, ol.order_line_id) ol.company_id, ol.order_line_id, ol.is_accepted
  from offer_lines ol join offers o on o.company_id = ol.company_id and o.id = ol.offer_id
  where o.answer = 'accepted' and ol.is_accepted is not null
  order by ol.company_id, ol.order_line_id, o.answered_at desc) a
where a.company_id = l.company_id and a.order_line_id = l.id;

-- The terms below an offer, as its PDF has them; null where the settings changed since.
alter table offers add column terms text;
update offers o set terms = case o.language when 'en' then s.terms_en else s.terms_nl end
from offer_settings s where s.company_id = o.company_id and s.updated_at <= o.created_at;
update offers o set terms = '' where not exists (select from offer_settings s where s.company_id = o.company_id);
