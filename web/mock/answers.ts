/** The fixed test user of the demo mock. */
const testUser = {
  id: 1,
  username: 'test',
  password: 'test',
  firstName: 'Test',
  lastName: 'User',
  role: 'Admin',
  token: 'dummy',
}

type MockAnswer = { status: number; body: unknown }
type MockRequestBody = { username?: unknown; password?: unknown; fullName?: unknown }

const omitPassword = ({ password, ...user }: typeof testUser): object => user

const login = ({ username, password }: MockRequestBody): MockAnswer =>
  username === testUser.username && password === testUser.password
    ? { status: 200, body: omitPassword(testUser) }
    : { status: 401, body: { message: 'Username or password is incorrect' } }

const answerRegister = ({ username, fullName }: MockRequestBody): MockAnswer => {
  const [firstName = '', ...rest] = String(fullName ?? '').split(' ')
  return { status: 200, body: { ...omitPassword(testUser), id: 2, username, firstName, lastName: rest.join(' ') } }
}

const answerForgetPassword = ({ username }: MockRequestBody): MockAnswer =>
  username === testUser.username
    ? { status: 200, body: { message: "We've sent you a link to reset password to your registered email." } }
    : {
        status: 401,
        body: { message: 'Sorry, we could not find any registered user with entered username' },
      }

/** What the demo mock answers, by path. */
export const mockAnswers: Record<string, (sent: MockRequestBody) => MockAnswer> = {
  '/login/': login,
  '/register/': answerRegister,
  '/forget-password/': answerForgetPassword,
}
