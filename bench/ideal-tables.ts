import type { Bench } from './home.ts'
import type { RecordedStatement } from './limit.ts'

/** Copies with nothing but the shown columns, under the indexes that their one statement wants. */
const createIdealTablesSql = `
  drop schema if exists ideal cascade;
  create schema ideal;
  create table ideal.client_row as
    select c.id, c.cvl, c.name, c.surname, c.country, l.name_sort, l.kyc_status::text as kyc_status, l.capital, l.balance, l.registered_on,
           m.name || ' ' || m.surname as manager_name, s.all_text
      from client c join client_list l on l.client_id = c.id join client_search s on s.client_id = c.id left join employee m on m.id = l.manager_id;
  create table ideal.account_row as
    select h.client_id, a.id, a.number, p.name as product_name, a.status::text as status, a.expires_on, a.rate, b.balance, b.principal
      from account_holder h join account a on a.id = h.account_id join product p on p.id = a.product_id join account_balance b on b.account_id = a.id;
  create unique index on ideal.client_row (id);
  create index on ideal.client_row (kyc_status, name_sort, id);
  create index on ideal.client_row using gin (all_text public.gin_trgm_ops);
  create index on ideal.account_row (client_id);
  grant usage on schema ideal to public;
  grant select on all tables in schema ideal to public;`

/** Makes what the ideal statements read, for as long as `work` takes. */
export const withIdealTables = async <T>({ owner }: Bench, work: () => Promise<T>): Promise<T> => {
  await owner.query(createIdealTablesSql)
  for (const table of ['client_row', 'account_row']) await owner.query(`vacuum (analyze) ideal.${table}`)
  try {
    return await work()
  } finally {
    await owner.query('drop schema if exists ideal cascade')
  }
}

const shownColumns = 'id, cvl, name, surname, country, kyc_status, capital, balance, registered_on, manager_name'

/** A client and their accounts, by key. */
export const getIdealClient = (clientId: string): RecordedStatement[] => [
  {
    text: `select ${shownColumns}, (select json_agg(a) from ideal.account_row a where a.client_id = c.id) as accounts
             from ideal.client_row c where c.id = $1`,
    values: [clientId],
  },
]

/** The first page of an exact filter by name, and how many match. */
export const getIdealPage = (kycStatus: string): RecordedStatement[] => [
  {
    text: `select ${shownColumns} from ideal.client_row where kyc_status = $1 order by name_sort, id limit 50`,
    values: [kycStatus],
  },
  { text: 'select count(*) from ideal.client_row where kyc_status = $1', values: [kycStatus] },
]

/** The first twenty clients who have all these words, in lower case without accents. */
export const getIdealSearch = (words: readonly string[]): RecordedStatement[] => [
  {
    text: `select id, cvl, name, surname from ideal.client_row
            where ${words.map((_, n) => `all_text like $${n + 1}`).join(' and ')} order by name_sort, id limit 20`,
    values: words.map((word) => `%${word}%`),
  },
]
