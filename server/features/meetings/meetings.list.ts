import * as contract from '#contract/meetings.ts'
import en from '#locales/en/meetings.ts'
import es from '#locales/es/meetings.ts'
import pt from '#locales/pt/meetings.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countMeetings, meetingSorts, selectMeetings } from './meetings.queries.ts'

const getTexts = buildTextsGetter({ es, en, pt })

export const meetingRoutes = buildListRoutes(contract.listMeetings, {
  select: selectMeetings,
  count: countMeetings,
  sortColumns: meetingSorts,
  key: 'm.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'meetings.exported', entity: 'meeting' },
  },
})
