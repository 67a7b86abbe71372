import 'i18next'

// Spanish is the source: its keys are the keys that compile. One line for each file of texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      auth: typeof import('#locales/es/auth.ts').default
      clients: typeof import('#locales/es/clients.ts').default
      common: typeof import('#locales/es/common.ts').default
      errors: typeof import('#locales/es/errors.ts').default
      list: typeof import('#locales/es/list.ts').default
      shell: typeof import('#locales/es/shell.ts').default
    }
  }
}
