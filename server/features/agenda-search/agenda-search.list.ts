import * as contract from '#contract/agenda-search.ts'
import en from '#locales/en/agenda-search.ts'
import es from '#locales/es/agenda-search.ts'
import pt from '#locales/pt/agenda-search.ts'
import { buildOrderBy, fetchPage } from '#server/core/paging.ts'
import { executeSteady } from '#server/core/steady-statement.ts'
import { buildTextsGetter, fillPlaceholders } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { agendaHitSorts, countAgendaHits, selectAgendaHits } from './agenda-search.queries.ts'

const key = 'h.id'

const getTexts = buildTextsGetter({ es, en, pt })

export const agendaSearchRoutes = buildListRoutes(contract.listAgendaHits, {
  findPage: async (ctx, filters, paging) =>
    fetchPage(await selectAgendaHits(ctx, filters), paging, agendaHitSorts, key, (page) =>
      executeSteady(ctx.db, page, 'search'),
    ),
  selectAll: async (ctx, filters, sorting) =>
    (await selectAgendaHits(ctx, filters)).orderBy(buildOrderBy(sorting, agendaHitSorts, key)),
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
