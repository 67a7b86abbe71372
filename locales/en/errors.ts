import type es from '../es/errors.ts'
import type { Shape } from '../shape.ts'

export default {
  unexpected: {
    title: 'Unexpected Application Error!',
    text: 'The page could not be opened. Reload it and, if the problem continues, tell support.',
  },
  noRoute: {
    title: 'No route',
    text: 'There is no page at {{path}}.',
  },
  denied: {
    title: 'Access denied',
    text: 'Your role has no permission to view this page. If you need it, ask your supervisor.',
  },
  noScreens: {
    title: 'No pages available',
    text: 'Your role gives access to no page.',
    hint: 'Ask your supervisor for access.',
  },
  failed: {
    title: 'Could not be loaded',
    network: 'The server can’t be reached. Check your network and try again.',
  },
  status: {
    '401': 'Invalid credentials',
    '403': 'Access Forbidden',
    '404': 'Sorry! the data you are looking for could not be found',
  },
  codes: {
    'request.invalid': 'Something you entered isn’t valid. Check it and try again.',
    'request.tooMany': 'Too many requests in a row. Wait a moment.',
    'request.tooLarge': 'It is too long. Shorten it and try again.',
    'request.timeout': 'The data took too long to arrive. Check your connection and try again.',
    'request.headersTooLarge': 'The request is too long. Reload the page and try again.',
    'session.changed': 'Your session has changed in another tab. The page is restarting.',
    maintenance: 'We are under maintenance.',
    'password.wrong': 'That password isn’t right.',
    'password.sameAsBefore': 'Choose a password other than the one you had.',
    'password.tooCommon': 'That password is easy to guess. Combine several unrelated words.',
    'password.ownWords': 'The password contains your name, your e-mail or the firm’s name. Choose other words.',
    'password.reset': 'This link has been used or has expired. Ask for another.',
    'google.notConfigured': 'Google sign-in is not available. Use your password.',
    'signIn.tooMany': 'Too many tries in a row. Wait a moment and try again.',
    'secondFactor.tooMany': 'Too many wrong codes in a row. Wait a moment and try again.',
    'secondFactor.wrong': 'That code isn’t right, or has been used already.',
    'secondFactor.none': 'There is no second factor to check. Start again.',
    'secondFactor.needed': 'Your role requires a second factor. Add another before you remove this one.',
    'secondFactor.missing':
      'You have no second factor. Set one up in your personal area, under Security. You can approve with it after 24 hours.',
    'link.invalid': 'This link is not valid. Ask your manager for another.',
    'link.used': 'This link has already been used.',
    'link.wrongCode': 'The code is not correct.',
    'link.codeExpired': 'That code is no longer valid. Ask for another.',
    'link.accessOver': 'Too much time has passed. Ask for another code.',
    'consent.notSigned': 'That consent is not signed.',
    'consent.signerChanged': 'Whoever was to sign can no longer do so. Ask your manager for another link.',
    'consent.textChanged': 'The text was updated. Read it again before answering.',
    'infoForm.empty': 'Answer at least one question.',
    internal: 'An error occurred. Please try again.',
    'database.unavailable': 'The service is not responding. Try again in a few seconds.',
    'database.timeout': 'The query took too long and was cancelled. Narrow your search or try again later.',
    'storage.full': 'The server has no space left and nothing was saved. Tell support and try again later.',
    'server.busy': 'There are too many requests at once. Try again in a few seconds.',
  },
  home: 'Go to the start page',
} satisfies Shape<typeof es>
