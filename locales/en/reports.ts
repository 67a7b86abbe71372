import type es from '#locales/es/reports.ts'
import type { Shape } from '#locales/shape.ts'

export default {
  about: {
    sheet: 'About',
    content: 'Content',
    rows: 'Rows',
    madeOn: 'Date',
    madeBy: 'Made by',
  },
  yes: 'Yes',
  no: 'No',
} satisfies Shape<typeof es>
