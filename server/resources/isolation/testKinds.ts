import { nounTests } from '../testNouns.ts'
import type { Call } from './testCalls.ts'
import type { IdField } from './testIdFields.ts'
import { pageSections } from './testPageSide.ts'
import { type Kind, toPurge, toRestore } from './testSides.ts'

/** Kinds of records that `id` and `ids` name, by noun. A field missing here and in `kindOfField` fails the test: add it and its record. */
const kindOfNoun: Record<string, Kind> = {
  rosters: 'roster',
  alertDeliveries: 'alertDelivery',
  account: 'session',
  alerts: 'alert',
  animalPhotos: 'photo',
  borrowers: 'borrower',
  projectCameras: 'project',
  collateral: 'project',
  pledges: 'project',
  releases: 'project',
  claims: 'claim',
  dailyLogs: 'project',
  dailyReports: 'dailyReport',
  insuredAnimals: 'animals',
  displays: 'display',
  apiKeys: 'apiKey',
  identityProviders: 'identityProvider',
  imports: 'import',
  rehearsals: 'rehearsal',
  documents: 'document',
  goals: 'goal',
  images: 'image',
  marketingPages: 'organisation',
  movementPermits: 'animals',
  notices: 'notice',
  organisations: 'organisation',
  projects: 'project',
  savedViews: 'view',
  permitFarms: 'farms',
  standIns: 'standIn',
  tickets: 'ticket',
  unknownDevices: 'unknownNeckband',
  rejectedReadings: 'rejected',
  users: 'user',
  dayCloses: 'project',
  ledgerDrafts: 'project',
  ledgerEntries: 'project',
  projectCoverage: 'project',
  projectHeadcounts: 'project',
  projectHeads: 'project',
  loanBalances: 'project',
  projectDocuments: 'project',
  projectMaps: 'project',
  ...Object.fromEntries(Object.keys(nounTests).map((noun) => [noun, noun])),
}
const kindOfField: Record<string, Kind> = {
  useCase: 'page UseCase',
  news: 'page News',
  partnership: 'page Partnership',
  link: 'page Link',
  bannerImgId: 'image',
  officialAccountImgId: 'image',
  logoId: 'image',
  personId: 'supervisorUser',
  awayPersonId: 'supervisorUser',
  coverPersonId: 'supervisorAdmin',
  toldPersonId: 'supervisorUser',
  toldAlertId: 'alert',
  toldAlertIds: 'alert',
  watchedFarmIds: 'farms',
  standInOfRosterId: 'rosterStandIn',
  a: 'cameras',
  assigneeId: 'supervisorUser',
  animalId: 'animals',
  fromAnimalId: 'animals',
  animalIds: 'animals',
  collateralId: 'collateral',
  substituteId: 'animals',
  bankOrgId: 'organisation',
  bankUsers: 'user',
  borrowerOrgUsers: 'borrowerUser',
  farms: 'farms',
  supervisorOrgUsers: 'supervisorUser',
  policyId: 'insurancePolicies',
  borrowerOrgId: 'borrower',
  correctsId: 'dailyLog',
  draftId: 'ledgerDraft',
  logId: 'dailyLog',
  userId: 'user',
  documentId: 'document',
  entryId: 'ledgerEntry',
  farmId: 'farms',
  farmIds: 'farms',
  farmSlotId: 'pens',
  groupId: 'animalGroups',
  imageId: 'picture',
  imageIds: 'picture',
  imgId: 'picture',
  importId: 'import',
  inviteeIds: 'user',
  organisationId: 'organisation',
  photoId: 'picture',
  projectId: 'project',
  standInId: 'colleague',
  absentId: 'colleague',
  subjectId: 'animals',
  ticketId: 'ticket',
  unknownGatewayId: 'unknownGateway',
  unknownNeckbandId: 'unknownNeckband',
}
/** Kinds of calls about records in the recycle bin, and of an organisation's page, by the name of the call. */
const kindOfCall: Record<string, (noun: string) => Kind> = {
  restore: toRestore,
  purge: toPurge,
  // Only an organisation's page has an order that the platform does not keep.
  order: () => 'page Link',
  ...Object.fromEntries(
    pageSections.flatMap((section) =>
      [`save${section}`, `remove${section}`].map((call) => [call, () => `page ${section}`]),
    ),
  ),
}
/** Calls about a project that is still drafted. */
const aboutDrafts: ReadonlySet<string> = new Set([
  'projects.addOrEdit',
  'projects.remove',
  'projects.farmsAvailable',
  'projects.submit',
])

/** Returns the kind of record that a field of a call names. @throws Error when no record is made for it */
export function kindOf({ id, noun }: Pick<Call, 'id' | 'noun'>, { name, path }: IdField): Kind {
  const isOwn = (name === 'id' || name === 'ids') && path[0] === name
  const ownKind = aboutDrafts.has(id) ? 'draft' : (kindOfCall[id.split('.')[1] ?? '']?.(noun) ?? kindOfNoun[noun])
  // The parent names the noun of an `id` deeper down.
  const field = name === 'id' ? (path.findLast((step) => step !== '*' && step !== name) ?? name) : name
  // A document or a picture that a bank attaches is its own upload.
  const kind = isOwn
    ? ownKind
    : noun === 'marketingPages' && field === 'imageIds'
      ? 'image'
      : (id === 'loanBalances.add' || id === 'projectDocuments.add') && field === 'documentId'
        ? 'bankDocument'
        : id === 'loanBalances.add' && field === 'correctsId'
          ? 'loanBalance'
          : kindOfField[field]
  if (!kind) throw new Error(`no record is made for ${field} of ${noun}: add one to testSides.ts`)
  return kind
}

/** Nouns that are tried as supervisors only, because the records made for them are of one. Banks: see bankAlerts.test.ts. */
export const triedBySupervisors: ReadonlySet<string> = new Set([
  'rosters',
  'alertChannels',
  'alertDeliveries',
  'alertPolicies',
])

/** Fields that are not tried here, and why. */
export const elsewhere: Record<string, string> = {
  'projects.addOrEdit bankNoOrgUser.*.id':
    'belongs to no tenant: users without an organisation are named by their whole user name, see projects.test.ts',
  'alerts.act act.imageIds.*':
    'belongs to another act than the one tried: refused as in alerts.close, see alertActs.test.ts',
  'loanBalances.add correctsId': 'names a balance of the named project, see projectHeadcounts.test.ts',
  'articles.publishedDetail id': 'public: the same for all',
  'marketingPages.page orgId': 'public: the same for all but its own organisation, see marketingPages.test.ts',
  'feedback.send imageIds.*': 'public: a picture that has an owner is refused, see feedback.test.ts',
  'auth.register licenceImageId':
    'public, without a user: a picture that has an owner is refused, see register.test.ts',
  ...Object.fromEntries(
    [
      'collateral.create unitId',
      'collateral.edit unitId',
      'counties.list ids.*',
      'counties.export ids.*',
      'lookups.list ids.*',
      'lookups.export ids.*',
      'lookups.detail id',
      ...['categoryId', 'originId', 'colourId'].flatMap((name) => [
        `animals.addOrEdit ${name}`,
        ...(name === 'categoryId' ? ['choose', 'create', 'edit'].map((call) => `collateral.${call} categoryId`) : []),
        `animals.editAll ${name}`,
        ...['list', 'export', 'trash', 'trash.export'].map((call) => `animals.${call} ${name}s.*`),
      ]),
    ].map((name) => [name, 'names a list that is the same for all users']),
  ),
}
