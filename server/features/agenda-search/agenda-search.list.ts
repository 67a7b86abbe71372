import * as contract from '#contract/agenda-search.ts'
import en from '#locales/en/agenda-search.ts'
import es from '#locales/es/agenda-search.ts'
import pt from '#locales/pt/agenda-search.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countAgendaHits, findAgendaHits, selectSortedAgendaHits } from './agenda-search.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const agendaSearchRoutes = buildListRoutes(contract.listAgendaHits, {
  findPage: findAgendaHits,
  selectAll: selectSortedAgendaHits,
  count: countAgendaHits,
  file: {
    texts: getTexts,
    title: (t) => t.title,
    remark: async (ctx, { query }, t) => {
      const { cut, areWordsCut } = await countAgendaHits(ctx, query)
      const remarks = [
        ...(cut === 'none' ? [] : [fillPlaceholders(t.cut[cut], { limit: String(contract.maxNamedPeople) })]),
        ...(areWordsCut ? [t.wordsCut] : []),
      ]
      return remarks.join(' ') || null
    },
    audited: { action: 'agendaSearch.exported', entity: 'contact' },
  },
})
