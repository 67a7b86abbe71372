import * as contract from '#contract/figures.ts'
import en from '#locales/en/figures.ts'
import es from '#locales/es/figures.ts'
import pt from '#locales/pt/figures.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { countFigureRows, figureRowSorts, selectFigureRows } from '#server/domain/figure-rows.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const figureRowRoutes = buildListRoutes(contract.listFigureRows, {
  select: selectFigureRows,
  count: countFigureRows,
  sortColumns: figureRowSorts,
  key: 'r.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'figures.exported', entity: 'figure' },
  },
})
