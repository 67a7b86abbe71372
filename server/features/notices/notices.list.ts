import * as contract from '#contract/notices.ts'
import en from '#locales/en/notices.ts'
import es from '#locales/es/notices.ts'
import pt from '#locales/pt/notices.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countNotices, noticeSorts, selectNotices, selectNoticesForFile } from './notices.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const noticeRoutes = buildListRoutes(contract.listNotices, {
  select: selectNotices,
  selectForFile: selectNoticesForFile,
  count: countNotices,
  sortColumns: noticeSorts,
  key: 'n.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'notices.exported', entity: 'client' },
  },
})
