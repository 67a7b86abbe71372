import * as contract from '#contract/audit.ts'
import en from '#locales/en/audit.ts'
import es from '#locales/es/audit.ts'
import pt from '#locales/pt/audit.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countAccesses, findAccesses, queryAllAccesses } from './accesses.queries.ts'
import { countAuditRows, findAuditRows, queryAllAuditRows } from './audit.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const auditRoutes = [
  ...buildListRoutes(contract.listAuditEvents, {
    findPage: findAuditRows,
    selectAll: queryAllAuditRows,
    count: countAuditRows,
    file: {
      texts: getTexts,
      title: (t) => t.title,
      audited: { action: 'audit.exported', entity: 'audit' },
    },
  }),
  ...buildListRoutes(contract.listAccessEvents, {
    findPage: findAccesses,
    selectAll: queryAllAccesses,
    count: countAccesses,
    file: {
      texts: getTexts,
      title: (t) => t.accesses.title,
      audited: { action: 'accesses.exported', entity: 'audit' },
    },
  }),
]
