// Written by `npm run check -- --write`: every file of Spanish texts, whose keys are the keys that compile.
import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      access: typeof import('#locales/es/access.ts').default
      'account-signature': typeof import('#locales/es/account-signature.ts').default
      accounting: typeof import('#locales/es/accounting.ts').default
      approvals: typeof import('#locales/es/approvals.ts').default
      audit: typeof import('#locales/es/audit.ts').default
      auth: typeof import('#locales/es/auth.ts').default
      bank: typeof import('#locales/es/bank.ts').default
      cancellations: typeof import('#locales/es/cancellations.ts').default
      changes: typeof import('#locales/es/changes.ts').default
      chart: typeof import('#locales/es/chart.ts').default
      client: typeof import('#locales/es/client.ts').default
      'client-bank-accounts': typeof import('#locales/es/client-bank-accounts.ts').default
      clients: typeof import('#locales/es/clients.ts').default
      common: typeof import('#locales/es/common.ts').default
      contributions: typeof import('#locales/es/contributions.ts').default
      entries: typeof import('#locales/es/entries.ts').default
      errors: typeof import('#locales/es/errors.ts').default
      event: typeof import('#locales/es/event.ts').default
      form: typeof import('#locales/es/form.ts').default
      handovers: typeof import('#locales/es/handovers.ts').default
      imports: typeof import('#locales/es/imports.ts').default
      interest: typeof import('#locales/es/interest.ts').default
      journals: typeof import('#locales/es/journals.ts').default
      keys: typeof import('#locales/es/keys.ts').default
      layout: typeof import('#locales/es/layout.ts').default
      ledgers: typeof import('#locales/es/ledgers.ts').default
      letters: typeof import('#locales/es/letters.ts').default
      limits: typeof import('#locales/es/limits.ts').default
      list: typeof import('#locales/es/list.ts').default
      'list-views': typeof import('#locales/es/list-views.ts').default
      mail: typeof import('#locales/es/mail.ts').default
      maturities: typeof import('#locales/es/maturities.ts').default
      'my-day': typeof import('#locales/es/my-day.ts').default
      notices: typeof import('#locales/es/notices.ts').default
      notifications: typeof import('#locales/es/notifications.ts').default
      openings: typeof import('#locales/es/openings.ts').default
      palette: typeof import('#locales/es/palette.ts').default
      'payment-batches': typeof import('#locales/es/payment-batches.ts').default
      payments: typeof import('#locales/es/payments.ts').default
      permissions: typeof import('#locales/es/permissions.ts').default
      'personal-area': typeof import('#locales/es/personal-area.ts').default
      pictures: typeof import('#locales/es/pictures.ts').default
      presence: typeof import('#locales/es/presence.ts').default
      'product-studies': typeof import('#locales/es/product-studies.ts').default
      products: typeof import('#locales/es/products.ts').default
      public: typeof import('#locales/es/public.ts').default
      records: typeof import('#locales/es/records.ts').default
      reference: typeof import('#locales/es/reference.ts').default
      refusals: typeof import('#locales/es/refusals.ts').default
      reports: typeof import('#locales/es/reports.ts').default
      runs: typeof import('#locales/es/runs.ts').default
      'second-factor': typeof import('#locales/es/second-factor.ts').default
      session: typeof import('#locales/es/session.ts').default
      settings: typeof import('#locales/es/settings.ts').default
      shell: typeof import('#locales/es/shell.ts').default
      staff: typeof import('#locales/es/staff.ts').default
      taxes: typeof import('#locales/es/taxes.ts').default
      team: typeof import('#locales/es/team.ts').default
      tour: typeof import('#locales/es/tour.ts').default
      view: typeof import('#locales/es/view.ts').default
      withholding: typeof import('#locales/es/withholding.ts').default
    }
  }
}
