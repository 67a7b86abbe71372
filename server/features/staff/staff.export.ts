import { type EmployeeRow, listStaff } from '#contract/staff.ts'
import enShell from '#locales/en/shell.ts'
import en from '#locales/en/staff.ts'
import esShell from '#locales/es/shell.ts'
import es from '#locales/es/staff.ts'
import mx from '#locales/mx/staff.ts'
import ptShell from '#locales/pt/shell.ts'
import pt from '#locales/pt/staff.ts'
import { textsIn } from '#server/core/texts.ts'
import { type ExportColumn, exportList } from '#server/reports/export-list.ts'
import { allStaff, countStaff } from './staff.queries.ts'

const texts = textsIn({
  es: { ...es, roles: esShell.roles },
  en: { ...en, roles: enShell.roles },
  pt: { ...pt, roles: ptShell.roles },
  mx,
})
type Texts = ReturnType<typeof texts>

const wordOf = (words: (t: Texts) => object) => (value: string, t: Texts) =>
  (words(t) as Record<string, string | undefined>)[value]

const columns: Partial<Record<keyof EmployeeRow, ExportColumn<Texts>>> = {
  cvl: { heading: (t) => t.fields.cvl, kind: 'text', width: 14 },
  fullName: { heading: (t) => t.fields.fullName, kind: 'text', width: 36 },
  position: { heading: (t) => t.fields.position, kind: 'text', width: 18, word: wordOf((t) => t.positions) },
  officeName: { heading: (t) => t.fields.office, kind: 'text', width: 26 },
  zoneName: { heading: (t) => t.fields.zone, kind: 'text', width: 20 },
  supervisorName: { heading: (t) => t.fields.supervisor, kind: 'text', width: 36 },
  subcompanyName: { heading: (t) => t.fields.subcompany, kind: 'text', width: 26 },
  hiredOn: { heading: (t) => t.fields.hiredOn, kind: 'date' },
  state: { heading: (t) => t.fields.state, kind: 'text', width: 12, word: wordOf((t) => t.states) },
  terminatedOn: { heading: (t) => t.fields.terminatedOn, kind: 'date' },
  role: { heading: (t) => t.fields.role, kind: 'text', width: 18, word: wordOf((t) => t.roles) },
  email: { heading: (t) => t.fields.email, kind: 'text', width: 34 },
  phone: { heading: (t) => t.fields.phone, kind: 'text', width: 18 },
}

export const staffExport = exportList(listStaff.exportRows, {
  texts,
  title: (t) => t.title,
  columns,
  audited: { action: 'staff.exported', entity: 'employee' },
  total: async (ctx, { query: { sort: _, direction: __, format: ___, columns: ____, ...filters } }) =>
    (await countStaff(ctx, filters)).total,
  rows: async (ctx, { query: { format: _, columns: __, ...query } }) => allStaff(ctx, query),
})
