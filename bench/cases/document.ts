import { buildEndpointUrl, sendGet, sendPost } from '#bench/http.ts'
import { measureSequentially } from '#bench/measure.ts'
import { signInAs } from '#bench/people.ts'
import type { ResultSection } from '#bench/result.ts'
import { printAccountStatement } from '#contract/clients/client.ts'
import { getStudyProducts, printStudy } from '#contract/product-studies.ts'
import { ledgers } from '#rules/ledgers.ts'
import type { CaseTools } from './case.ts'

const repetitions = 100
/** So long that the years of both variants fill the second page. */
const statementMonths = 144

/** How many pages a file has. */
const countPages = (text: string): number => text.match(/\/Type \/Page\n/g)?.length ?? 0

/** Documents for clients, one after another: two pages with a chart, and the statement of the account with most movements. */
export const documentCase = async ({ bench, server, progress }: CaseTools): Promise<ResultSection[]> => {
  progress('Documents')
  const { token } = await signInAs(bench, 'admin')
  const { products } = JSON.parse((await sendGet(buildEndpointUrl(server.url, getStudyProducts, {}), token)).text) as {
    products: { id: string }[]
  }
  const variants = products.slice(0, 2).map(({ id }) => ({
    productId: id,
    amount: '25000.00',
    months: statementMonths,
    rate: '4.000000',
    extraRate: '0.500000',
  }))
  const address = buildEndpointUrl(server.url, printStudy, {})
  const study = () => sendPost(address, token, { startsOn: '2026-01-01', variants })
  const { text } = await study()
  for (let n = 0; n < repetitions / 5; n++) await study()
  const before = server.processor()
  const times = await measureSequentially(repetitions, study)
  // With the warm-up of a tenth that is measured along.
  const each = (server.processor() - before) / (repetitions * 1.1)
  const { rows } = await bench.owner.query<{ client: string; account: string; lines: number }>(
    `select a.client_id as client, a.id as account, n.lines
       from (select account_id, count(*)::int as lines from posting where ledger = ${ledgers.capital} and account_id in (select id from account order by id limit 20000)
              group by 1 order by 2 desc limit 1) n join account a on a.id = n.account_id`,
  )
  const { client, account, lines } = rows[0]!
  const url = buildEndpointUrl(server.url, printAccountStatement, {}, { clientId: client, accountId: account })
  const statement = await measureSequentially(10, () => sendGet(url, token))
  const note = `${countPages(text)} pages with a chart`
  return [
    {
      title: 'Client PDF',
      results: [
        { what: 'a study of two variants, one after another', times, target: { statistic: 'p95', maximum: 50 }, note },
        { what: 'processor time for each', value: each, unit: 'ms', target: { statistic: 'value', maximum: 50 } },
        { what: 'the statement of an account', times: statement, note: `${lines} movements` },
      ],
    },
  ]
}
