import { create } from 'zustand'
import { useSession } from '#web/core/session.ts'

/** The user that sign-up builds, by the specification in this page only: it never reaches storage or a server. */
export type SignUpUser = {
  id: number
  username: string
  password: string
  firstName: string
  lastName: string
  role: 'user'
  token: string
  email: string
}

/** The last user that was built here; null before. */
export const useSignUpStore = create<{ user: SignUpUser | null }>()(() => ({ user: null }))

/** Builds the user of a full name: its first word, and the rest. Nothing is checked. */
export const buildSignUpUser = (fullName: string, username: string, password: string): SignUpUser => {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
  // It opens nothing, and nobody may take it for a token of the server.
  const token = 'dummy'
  return { id: 1, username, password, firstName, lastName: rest.join(' '), role: 'user', token, email: username }
}

/** Signs up, as far as that goes here: keeps the user in memory and sets the flag of the state. */
export const signUp = (fullName: string, username: string, password: string): void => {
  useSession.setState({ loading: true, userSignUp: false })
  useSignUpStore.setState({ user: buildSignUpUser(fullName, username, password) })
  useSession.setState({ loading: false, userSignUp: true })
}
