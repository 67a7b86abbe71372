import { addressOf, get, post } from '#bench/http.ts'
import { alone } from '#bench/measure.ts'
import { signInAs } from '#bench/people.ts'
import type { Section } from '#bench/result.ts'
import { printStatement } from '#contract/clients/client.ts'
import { getStudyProducts, printStudy } from '#contract/product-studies.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { CaseTools } from './case.ts'

const turns = 100
/** So long that the years of both variants fill the second page. */
const months = 144

/** How many pages a file has. */
const pagesOf = (text: string): number => text.match(/\/Type \/Page\n/g)?.length ?? 0

/** Documents for clients, one after another: two pages with a chart, and the statement of the account with most movements. */
export const documentCase = async ({ bench, server, progress }: CaseTools): Promise<Section[]> => {
  progress('Documents')
  const { token } = await signInAs(bench, 'admin')
  const { products } = JSON.parse((await get(addressOf(server.url, getStudyProducts, {}), token)).text) as {
    products: { id: string }[]
  }
  const variants = products
    .slice(0, 2)
    .map(({ id }) => ({ productId: id, amount: '25000.00', months, rate: '4.000000', extraRate: '0.500000' }))
  const address = addressOf(server.url, printStudy, {})
  const study = () => post(address, token, { startsOn: '2026-01-01', variants })
  const { text } = await study()
  for (let n = 0; n < turns / 5; n++) await study()
  const before = server.processor()
  const times = await alone(turns, study)
  // With the warm-up of a tenth that is measured along.
  const each = (server.processor() - before) / (turns * 1.1)
  const { rows } = await bench.owner.query<{ client: string; account: string; lines: number }>(
    `select a.client_id as client, a.id as account, n.lines
       from (select account_id, count(*)::int as lines from posting where ledger = ${ledgers.capital} and account_id in (select id from account order by id limit 20000)
              group by 1 order by 2 desc limit 1) n join account a on a.id = n.account_id`,
  )
  const { client, account, lines } = rows[0]!
  const url = addressOf(server.url, printStatement, {}, { clientId: client, accountId: account })
  const statement = await alone(10, () => get(url, token))
  const note = `${pagesOf(text)} pages with a chart`
  return [
    {
      title: 'Client PDF',
      results: [
        { what: 'a study of two variants, one after another', times, bar: { of: 'p95', most: 50 }, note },
        { what: 'processor time for each', value: each, unit: 'ms', bar: { of: 'value', most: 50 } },
        { what: 'the statement of an account', times: statement, note: `${lines} movements` },
      ],
    },
  ]
}
