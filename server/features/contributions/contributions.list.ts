import * as contract from '#contract/contributions.ts'
import en from '#locales/en/contributions.ts'
import es from '#locales/es/contributions.ts'
import mx from '#locales/mx/contributions.ts'
import pt from '#locales/pt/contributions.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countContributions, findContributions, queryAllContributions } from './contributions.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt, mx })

export const contributionRoutes = buildListRoutes(contract.listContributions, {
  findPage: findContributions,
  selectAll: queryAllContributions,
  count: countContributions,
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'contributions.exported', entity: 'journal' },
  },
})
