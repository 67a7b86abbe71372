/** The text files of all that stands behind sign-in, by their path. A part of its own: each screen adds to it. */
export const localeTextFiles = import.meta.glob<object>(
  [
    '../../locales/{es,en,pt,mx}/*.ts',
    '!../../locales/*/{auth,common,errors,personal-area,presence,public,session,shell}.ts',
  ],
  // What lists of all features say of one is no part of its screens.
  { import: 'default' },
)
