import type es from '#locales/es/reports.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  about: {
    sheet: 'About',
    content: 'Content',
    filters: 'Filters',
    rows: 'Rows',
    remark: 'Remark',
    madeOn: 'Date',
    madeBy: 'Made by',
  },
  yes: 'Yes',
  no: 'No',
  pdf: {
    page: 'Page {{page}} of {{pages}}',
    by: 'Prepared by {{name}} on {{at}}',
  },
} satisfies Shape<typeof es>
