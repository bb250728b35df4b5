import { recordHandlers } from '../records/handlers.ts'
import { accountHandlers } from '../resources/account/account.ts'
import { aboutPageHandlers } from '../resources/content/aboutPage.ts'
import { articleHandlers } from '../resources/content/articles.ts'
import { feedbackHandlers } from '../resources/content/feedback.ts'
import { marketingPageHandlers } from '../resources/content/marketing/marketingPages.ts'
import { appBannerHandlers, webBannerHandlers } from '../resources/content/banners.ts'
import { partnershipHandlers } from '../resources/content/partnerships.ts'
import { webHomeHandlers } from '../resources/content/webHome.ts'
import { alertChannelHandlers } from '../resources/duty/alertChannels.ts'
import { alertDeliveryHandlers } from '../resources/duty/alertDeliveries.ts'
import { alertPolicyHandlers } from '../resources/duty/alertPolicies.ts'
import { notificationSettingsHandlers } from '../resources/duty/notificationSettings.ts'
import { rosterHandlers } from '../resources/duty/rosters/rosters.ts'
import { alertRuleHandlers } from '../resources/office/tickets/ruleRequests.ts'
import { alertHandlers } from '../resources/alerts/alerts.ts'
import { animalHandlers } from '../resources/herd/animals.ts'
import { animalGroups } from '../resources/herd/animals/animalGroups.ts'
import { animalPhotoHandlers } from '../resources/herd/animals/animalPhotos.ts'
import { animalWeights } from '../resources/herd/animals/animalWeights.ts'
import { treatments } from '../resources/herd/animals/treatments.ts'
import { authHandlers } from '../resources/people/auth.ts'
import { baseMapHandlers } from '../resources/herd/maps/baseMaps.ts'
import { borrowerHandlers } from '../resources/people/borrowers.ts'
import { collateralHandlers } from '../resources/projects/collateral/collateral.ts'
import {
  cameraFarmHandlers,
  cameraHandlers,
  cameraPenHandlers,
  projectCameraHandlers,
} from '../resources/projects/cameras/cameras.ts'
import { countyHandlers } from '../resources/counties/counties.ts'
import { claimHandlers } from '../resources/herd/coverage/claims.ts'
import { dailyLogHandlers } from '../resources/projects/logs/dailyLogs.ts'
import { displayHandlers } from '../resources/account/displays.ts'
import { farmHandlers } from '../resources/herd/farms.ts'
import { finderHandlers } from '../resources/office/finder.ts'
import { gatewayHandlers } from '../resources/herd/gateways.ts'
import { goalHandlers } from '../resources/office/goals.ts'
import { headcountHandlers } from '../resources/herd/headcounts.ts'
import { importFaultHandlers, importHandlers } from '../resources/imports.ts'
import { alertLoadHandlers } from '../resources/alerts/alertLoads.ts'
import { rehearsalHandlers } from '../resources/rehearsals.ts'
import { ingestHandlers } from '../resources/ingest.ts'
import { insurancePolicies } from '../resources/herd/insurancePolicies.ts'
import { insuredAnimalHandlers } from '../resources/herd/coverage/insuredAnimals.ts'
import { lookupHandlers } from '../resources/lookups/lookups.ts'
import { monitorHandlers } from '../resources/herd/monitor.ts'
import { movementPermitHandlers, permitFarmHandlers } from '../resources/projects/permits/permitRequests.ts'
import { neckbandHandlers } from '../resources/herd/neckbands.ts'
import { noticeHandlers } from '../resources/office/notices.ts'
import { organisationHandlers } from '../resources/people/organisations.ts'
import { outboxHandlers } from '../resources/office/outbox.ts'
import { penHandlers } from '../resources/herd/pens.ts'
import { pledgeHandlers } from '../resources/projects/collateral/pledgeList.ts'
import { rejectedReadings } from '../resources/quarantine/rejectedReadings.ts'
import { projectHandlers } from '../resources/projects/requests/projectHandlers.ts'
import { releaseHandlers } from '../resources/projects/releases/releases.ts'
import { replayHandlers } from '../resources/herd/replay/replay.ts'
import { unknownDeviceHandlers } from '../resources/quarantine/unknownDevices.ts'
import { userHandlers } from '../resources/people/users.ts'
import { savedViewHandlers } from '../resources/office/savedViews.ts'
import { sealHandlers } from '../resources/seals/seals.ts'
import { securityEventHandlers } from '../resources/account/securityEvents.ts'
import { standInHandlers } from '../resources/office/tickets/standIns.ts'
import { ticketHandlers } from '../resources/office/tickets/tickets.ts'
import { dailyReportHandlers } from '../resources/projects/reports/dailyReports.ts'
import { dayCloseHandlers } from '../resources/projects/headcount/dayCloses.ts'
import { ledgerDraftHandlers } from '../resources/projects/ledgerDrafts.ts'
import { ledgerEntryHandlers } from '../resources/projects/ledgerEntries.ts'
import { projectDocumentHandlers } from '../resources/projects/projectDocuments.ts'
import { loanBalanceHandlers } from '../resources/projects/loanBalances.ts'
import { projectCoverageHandlers } from '../resources/projects/headcount/projectCoverage.ts'
import { projectHeadHandlers } from '../resources/projects/headcount/projectHeads.ts'
import { projectMapHandlers } from '../resources/projects/past/projectMap.ts'
import { projectHeadcountHandlers } from '../resources/projects/headcount/projectHeadcounts.ts'
import { projectMonitorHandlers } from '../resources/projects/monitor/projectMonitor.ts'
import type { Handlers } from '../handler.ts'

/** The handlers of all calls in the endpoint table. */
export const handlers: Handlers = {
  aboutPage: aboutPageHandlers,
  account: accountHandlers,
  appBanners: appBannerHandlers,
  articles: articleHandlers,
  feedback: feedbackHandlers,
  marketingPages: marketingPageHandlers,
  partnerships: partnershipHandlers,
  webBanners: webBannerHandlers,
  webHome: webHomeHandlers,
  alertChannels: alertChannelHandlers,
  alertDeliveries: alertDeliveryHandlers,
  alertPolicies: alertPolicyHandlers,
  alertRules: alertRuleHandlers,
  alerts: alertHandlers,
  animals: animalHandlers,
  animalGroups: recordHandlers(animalGroups),
  animalPhotos: animalPhotoHandlers,
  animalWeights: recordHandlers(animalWeights),
  auth: authHandlers,
  baseMap: baseMapHandlers,
  borrowers: borrowerHandlers,
  cameras: cameraHandlers,
  cameraFarms: cameraFarmHandlers,
  cameraPens: cameraPenHandlers,
  claims: claimHandlers,
  collateral: collateralHandlers,
  counties: countyHandlers,
  dailyLogs: dailyLogHandlers,
  displays: displayHandlers,
  farms: farmHandlers,
  finder: finderHandlers,
  gateways: gatewayHandlers,
  goals: goalHandlers,
  headcounts: headcountHandlers,
  imports: importHandlers,
  rehearsals: rehearsalHandlers,
  alertLoads: alertLoadHandlers,
  importFaults: importFaultHandlers,
  ingest: ingestHandlers,
  insurancePolicies: recordHandlers(insurancePolicies),
  insuredAnimals: insuredAnimalHandlers,
  lookups: lookupHandlers,
  monitor: monitorHandlers,
  movementPermits: movementPermitHandlers,
  neckbands: neckbandHandlers,
  notices: noticeHandlers,
  notificationSettings: notificationSettingsHandlers,
  organisations: organisationHandlers,
  outbox: outboxHandlers,
  pens: penHandlers,
  permitFarms: permitFarmHandlers,
  projects: projectHandlers,
  pledges: pledgeHandlers,
  projectCameras: projectCameraHandlers,
  rejectedReadings: recordHandlers(rejectedReadings),
  releases: releaseHandlers,
  replay: replayHandlers,
  unknownDevices: unknownDeviceHandlers,
  users: userHandlers,
  rosters: rosterHandlers,
  savedViews: savedViewHandlers,
  seals: sealHandlers,
  securityEvents: securityEventHandlers,
  standIns: standInHandlers,
  tickets: ticketHandlers,
  treatments: recordHandlers(treatments),
  dailyReports: dailyReportHandlers,
  dayCloses: dayCloseHandlers,
  ledgerDrafts: ledgerDraftHandlers,
  ledgerEntries: ledgerEntryHandlers,
  loanBalances: loanBalanceHandlers,
  projectDocuments: projectDocumentHandlers,
  projectCoverage: projectCoverageHandlers,
  projectHeadcounts: projectHeadcountHandlers,
  projectHeads: projectHeadHandlers,
  projectMaps: projectMapHandlers,
  projectMonitor: projectMonitorHandlers,
}
