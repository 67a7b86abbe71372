/** The text files of all that stands behind sign-in, by their path, of one language: each screen adds to it. */
export const textFiles = import.meta.glob<object>(
  [
    '../../../locales/es/*.ts',
    '!../../../locales/*/{auth,common,errors,personal-area,presence,public,public-links,session,shell}.ts',
  ],
  { import: 'default' },
)
