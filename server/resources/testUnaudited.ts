/** Calls that change nothing, or nothing that is audited, with the reason. */
export const leftOut: Record<string, string> = {
  'account.beginTwoFactor': 'nothing is in force before it is confirmed',
  'account.endOtherSessions': 'ends no record but sessions, which the list of one’s own sessions shows',
  'account.endSession': 'as endOtherSessions',
  'account.prove': 'changes no record but the session',
  'alertChannels.test': 'sends a test message, and changes no record',
  'alertDeliveries.read': 'one’s own reading',
  'alertDeliveries.shown': 'what one’s own page did, which its delivery says',
  'alerts.remove': 'always refused',
  'imports.mapColumns': 'how one’s own sheets are read',
  'identityProviders.addOrEdit': 'needs a provider: issuerSignIn.test.ts shows its notes',
  'identityProviders.verifyDomain': 'as addOrEdit',
  'identityProviders.remove': 'as addOrEdit',
  'imports.cancel': 'nothing was written yet',
  'displays.begin': 'opens nothing before it is confirmed',
  'displays.claim': 'begins the session of a wall, whose pairing was noted',
  'articles.preview': 'shows what is not saved',
  'articles.published': 'lists what is published',
  'auth.beginIssuer': 'begins a sign-in elsewhere',
  'auth.finishIssuer': 'begins a session; issuerSignIn.test.ts shows the note of a new role',
  'auth.forgotPassword': 'sends a mail; what is done with its link is noted',
  'auth.login': 'begins a session, which keeps from where and when itself',
  'auth.logout': 'ends a session',
  'auth.sendActivation': 'sends a mail',
  'auth.sendSmsCode': 'sends an SMS',
  'marketingPages.preview': 'shows what is not saved',
  'notices.clear': 'one’s own reading',
  'notices.read': 'one’s own reading',
  'savedViews.addOrEdit': 'one’s own way of looking at a list',
  'savedViews.remove': 'as addOrEdit',
  'tickets.withdraw':
    'who registers can’t sign in before it is decided; tickets.test.ts raises another’s ticket for it',
}
/** Whether a POST call only reads. */
export const isQuestion = (id: string) =>
  /\.(list|userRegistered|trash|at|history|summary|readings|pairings|stays|tags|timeline|find|check|choose|propose|day|moment|track|fixes|counts|inForce)$/.test(
    id,
  )
