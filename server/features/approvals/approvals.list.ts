import * as contract from '#contract/approvals.ts'
import en from '#locales/en/approvals.ts'
import es from '#locales/es/approvals.ts'
import pt from '#locales/pt/approvals.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countApprovals, findApprovals, queryAllApprovals } from './approvals.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const approvalRoutes = buildListRoutes(contract.listApprovals, {
  findPage: findApprovals,
  selectAll: queryAllApprovals,
  count: countApprovals,
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'approvals.exported', entity: 'approval' },
  },
})
