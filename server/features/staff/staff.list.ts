import * as contract from '#contract/staff.ts'
import enShell from '#locales/en/shell.ts'
import en from '#locales/en/staff.ts'
import esShell from '#locales/es/shell.ts'
import es from '#locales/es/staff.ts'
import mx from '#locales/mx/staff.ts'
import ptShell from '#locales/pt/shell.ts'
import pt from '#locales/pt/staff.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countStaff, selectStaff, staffSorts } from './staff.queries.ts'

const getTexts = buildTextsGetter({
  es: { ...es, shell: esShell },
  en: { ...en, shell: enShell },
  pt: { ...pt, shell: ptShell },
  mx,
})

export const staffRoutes = buildListRoutes(contract.listStaff, {
  select: selectStaff,
  count: countStaff,
  sortColumns: staffSorts,
  key: 'e.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    audited: { action: 'staff.exported', entity: 'employee' },
  },
})
