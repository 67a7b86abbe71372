import type { Bench } from '#bench/home.ts'
import { buildEndpointUrl, sendGet } from '#bench/http.ts'
import { getIdealSearch, withIdealTables } from '#bench/ideal-tables.ts'
import { compareWithLimit } from '#bench/limit.ts'
import { measureEachCase } from '#bench/measure.ts'
import { rolesByScope, scopeNames, signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import { listClients, searchClients } from '#contract/clients.ts'
import { searchRecords } from '#contract/search.ts'
import { formatOrderReference } from '#rules/payment-references.ts'
import { toSearchText } from '#rules/search-text.ts'
import { findClientSuggestions } from '#server/features/clients/client-search.ts'
import type { CaseTools } from './case.ts'

const callerCount = 16

/**
 * What people type, taken from clients spread over the data: letters and words of names, with accents and in capitals, parts of identity
 * numbers, phones, CVLs, accounts, bank accounts and references of payments; and the letters that most names have.
 */
const buildSearchTerms = async ({ owner }: Bench): Promise<string[]> => {
  const { rows } = await owner.query<
    Record<'name' | 'surname' | 'cvl', string> &
      Record<'phone' | 'identity' | 'bank' | 'account' | 'paymentId', string | null>
  >(
    `select c.name, c.surname, c.cvl, c.phone, c.identity_number as identity, b.number as bank,
            (select a.number from account a join account_holder h on h.account_id = a.id where h.client_id = c.id limit 1) as account,
            (select p.id::text from payment_order p where p.client_id = c.id limit 1) as "paymentId"
       from (select client_id, row_number() over (order by client_id) as n, count(*) over () as all from client_list) l
       join client c on c.id = l.client_id left join client_bank_account b on b.client_id = c.id
      where l.n % (l.all / 8) = 3`,
  )
  const part = (text: string | null, from: number, to?: number): string => (text ?? '').slice(from, to)
  const terms = rows.flatMap(({ name, surname, cvl, phone, identity, bank, account, paymentId }) => {
    const word = surname.split(' ')[0] || name.split(' ')[0]!
    return [
      word.slice(0, 3),
      word,
      word.toUpperCase(),
      `${name.split(' ')[0]} ${word}`,
      surname,
      part(identity, 0, 6),
      identity ?? '',
      part(phone, -6),
      cvl,
      part(cvl, 3),
      part(bank, -8),
      part(bank, 4, 14),
      account ?? '',
      part(account, -6),
      paymentId ? formatOrderReference('dino', paymentId) : '',
      `${word.slice(0, 4)} ${name.slice(0, 3)}`,
    ]
  })
  const common = ['gar', 'mar', 'ana', 'lopez', 'garcía', 'MARTÍNEZ', 'maria', 'jose', 'fernandez lopez']
  return [...new Set([...common, ...terms])].filter((term) => term.trim().length >= 3)
}

const measureScope = async (
  { bench, server }: CaseTools,
  terms: string[],
  scope: keyof typeof rolesByScope,
): Promise<BenchResult[]> => {
  const { token } = await signInAs(bench, rolesByScope[scope])
  const palette = await measureEachCase(terms, 3, String, (q) =>
    sendGet(buildEndpointUrl(server.url, searchRecords, { q }), token),
  )
  const clients = await measureEachCase(terms, 3, String, (q) =>
    sendGet(buildEndpointUrl(server.url, searchClients, { q }), token),
  )
  const page = (search: string) =>
    sendGet(buildEndpointUrl(server.url, listClients.page, { search, page: 1, pageSize: 50 }), token)
  const total = (search: string) => sendGet(buildEndpointUrl(server.url, listClients.count, { search }), token)
  // The list asks for both at once, as nobody knows the one from the other.
  const list = await measureEachCase(terms, 2, String, (search) => Promise.all([page(search), total(search)]))
  return [
    {
      what: `${scope}: palette, records of nine kinds`,
      times: palette,
      target: { statistic: 'p95', maximum: 30 },
      note: palette.slowest,
    },
    {
      what: `${scope}: a form's first 20 clients`,
      times: clients,
      target: { statistic: 'p95', maximum: 30 },
      note: clients.slowest,
    },
    {
      what: `${scope}: list's first page and its total`,
      times: list,
      target: { statistic: 'p95', maximum: 90 },
      note: list.slowest,
    },
  ]
}

/** Search by a part of a name, a number or a reference, in each scope. */
export const searchCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, server, seconds, progress } = tools
  const terms = await buildSearchTerms(bench)
  const results: BenchResult[] = []
  for (const scope of scopeNames) {
    progress(`Search, scope ${scope}: ${terms.length} terms`)
    results.push(...(await measureScope(tools, terms, scope)))
  }
  progress('Search, sixteen at once')
  const q = terms.find((term) => term.includes(' ')) ?? terms[0]!
  const read = { params: undefined, query: { q }, body: undefined }
  const { times, limit, ...ratios } = await withIdealTables(bench, () =>
    compareWithLimit(bench, {
      role: 'admin',
      serverUrl: server.url,
      urls: [buildEndpointUrl(server.url, searchClients, { q })],
      read: (ctx) => findClientSuggestions(ctx, read),
      ideal: getIdealSearch(toSearchText(q).split(' ')),
      callers: callerCount,
      seconds,
    }),
  )
  results.push({
    what: `all: a form's clients for "${q}", ${callerCount} at once`,
    times,
    ...ratios,
    target: { statistic: 'ofIdeal', minimum: 0.8 },
    note: `limit ${Math.round(limit.rate)}/s`,
  })
  return [{ title: `Search: ${terms.length} terms by name, number and reference`, results }]
}
