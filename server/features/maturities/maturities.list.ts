import { tenantFacts } from '#contract/core/tenants.ts'
import { getReasonGroup } from '#contract/maturities/reasons.ts'
import * as contract from '#contract/maturities.ts'
import en from '#locales/en/maturities.ts'
import es from '#locales/es/maturities.ts'
import pt from '#locales/pt/maturities.ts'
import { findMaturitySettlement } from '#rules/maturity-settlement.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countMaturities, maturitySorts, selectMaturities, selectMaturitiesForFile } from './maturities.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const maturityRoutes = buildListRoutes(contract.listMaturities, {
  select: selectMaturities,
  selectForFile: selectMaturitiesForFile,
  count: countMaturities,
  sortColumns: maturitySorts,
  toRow: (row, { prefix }) => ({ ...row, ...findMaturitySettlement(tenantFacts[prefix].country, row.expiresOn) }),
  key: 'a.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: {
      reasons: {
        word: (value, t) =>
          [
            ...new Set(
              (value.split(' ') as contract.MaturityReason[]).map((reason) => t.reasons[getReasonGroup(reason)]),
            ),
          ].join(' · '),
      },
    },
    audited: { action: 'maturities.exported', entity: 'maturity' },
  },
})
