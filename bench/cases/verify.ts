import { benchPrefix } from '#bench/home.ts'
import type { ResultSection } from '#bench/result.ts'
import { verifyLedger } from '#server/features/ledger/verify-ledger.ts'
import type { CaseTools } from './case.ts'

/** `ledger verify` over all postings; it reads the books as they are after the cases before it, and has to find them right. */
export const verifyCase = async ({ bench, progress }: CaseTools): Promise<ResultSection[]> => {
  progress('ledger verify')
  const { ownerUrl, secret } = bench
  const begin = performance.now()
  const report = await verifyLedger({ ownerUrl, secret, prefix: benchPrefix }, undefined)
  const seconds = (performance.now() - begin) / 1000
  if (report.differences > 0) throw new Error(`the books differ in ${report.differences} places`)
  return [
    {
      title: 'Checking the books',
      results: [
        {
          what: 'ledger verify, all of one prefix',
          value: seconds,
          unit: 's',
          target: { statistic: 'value', maximum: 60 },
        },
      ],
    },
  ]
}
