import { type EmployeeRow, listStaff } from '#contract/staff.ts'
import enShell from '#locales/en/shell.ts'
import en from '#locales/en/staff.ts'
import esShell from '#locales/es/shell.ts'
import es from '#locales/es/staff.ts'
import mx from '#locales/mx/staff.ts'
import ptShell from '#locales/pt/shell.ts'
import pt from '#locales/pt/staff.ts'
import { buildTextsGetter } from '#server/core/texts.ts'
import { buildCodeTextGetter } from '#server/reports/code-text.ts'
import type { ExportColumn } from '#server/reports/export-list.ts'
import { buildListRoutes } from '#server/reports/list-routes.ts'
import { countStaff, selectStaff, staffSorts } from './staff.queries.ts'

const getTexts = buildTextsGetter({
  es: { ...es, roles: esShell.roles },
  en: { ...en, roles: enShell.roles },
  pt: { ...pt, roles: ptShell.roles },
  mx,
})
type Texts = ReturnType<typeof getTexts>

const staffColumns: Partial<Record<keyof EmployeeRow, ExportColumn<Texts>>> = {
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  fullName: { heading: (t) => t.fields.fullName, kind: 'text', width: 36 },
  position: {
    heading: (t) => t.fields.position,
    kind: 'text',
    width: 18,
    word: buildCodeTextGetter((t) => t.positions),
  },
  officeName: { heading: (t) => t.fields.office, kind: 'text', width: 26 },
  zoneName: { heading: (t) => t.fields.zone, kind: 'text', width: 20 },
  supervisorName: { heading: (t) => t.fields.supervisor, kind: 'text', width: 36 },
  subcompanyName: { heading: (t) => t.fields.subcompany, kind: 'text', width: 26 },
  hiredOn: { heading: (t) => t.fields.hiredOn, kind: 'date' },
  state: { heading: (t) => t.fields.state, kind: 'text', width: 12, word: buildCodeTextGetter((t) => t.states) },
  terminatedOn: { heading: (t) => t.fields.terminatedOn, kind: 'date' },
  role: { heading: (t) => t.fields.role, kind: 'text', width: 18, word: buildCodeTextGetter((t) => t.roles) },
  email: { heading: (t) => t.fields.email, kind: 'text', width: 34 },
  phone: { heading: (t) => t.fields.phone, kind: 'text', width: 18 },
}

export const staffRoutes = buildListRoutes(listStaff, {
  select: selectStaff,
  count: countStaff,
  sortColumns: staffSorts,
  key: 'e.id',
  file: {
    texts: getTexts,
    title: (t) => t.title,
    columns: staffColumns,
    audited: { action: 'staff.exported', entity: 'employee' },
  },
})
