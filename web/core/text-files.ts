/** The text files of all that stands behind sign-in, by their path. A part of its own: each screen adds to it. */
export const textFiles = import.meta.glob<{ default: object }>([
  '../../locales/{es,en,pt,mx}/*.ts',
  '!../../locales/*/{auth,common,errors,personal,presence,public,session,shell}.ts',
])
