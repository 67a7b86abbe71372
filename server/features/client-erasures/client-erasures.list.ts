import * as contract from '#contract/client-erasures.ts'
import en from '#locales/en/client-erasures.ts'
import es from '#locales/es/client-erasures.ts'
import pt from '#locales/pt/client-erasures.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import {
  clientErasuresSorts,
  countClientErasures,
  selectClientErasures,
  selectClientErasuresForFile,
} from './client-erasures.queries.ts'

const texts = buildTextsGetter({ es, en, pt })

export const clientErasuresRoutes = buildListRoutes(contract.listClientErasures, {
  select: selectClientErasures,
  selectForFile: selectClientErasuresForFile,
  count: countClientErasures,
  sortColumns: clientErasuresSorts,
  key: 'r.id',
  file: {
    texts,
    title: (t) => t.title,
    audited: { action: 'clientErasures.exported', entity: 'client' },
  },
})
