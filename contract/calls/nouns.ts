/* Maps each noun of the product to its calls. A page bundles only the nouns that it uses, so this file contains nothing but re-exports. */
export { alertRuleEndpoints as alertRules } from '../alerts/alertRules.ts'
export { alertLoadEndpoints as alertLoads } from '../alerts/alertLoads.ts'
export { rehearsalEndpoints as rehearsals } from '../alerts/rehearsals.ts'
export { alertEndpoints as alerts } from '../alerts/alerts.ts'
export { aboutPageEndpoints as aboutPage, feedbackEndpoints as feedback } from '../content/appSupport.ts'
export { articleEndpoints as articles } from '../content/articles.ts'
export { marketingPageEndpoints as marketingPages } from '../content/marketingPages.ts'
export {
  appBannerEndpoints as appBanners,
  partnershipEndpoints as partnerships,
  webBannerEndpoints as webBanners,
  webHomeEndpoints as webHome,
} from '../content/webHome.ts'
export { alertChannelEndpoints as alertChannels } from '../duty/alertChannels.ts'
export { alertDeliveryEndpoints as alertDeliveries } from '../duty/alertDeliveries.ts'
export { alertPolicyEndpoints as alertPolicies } from '../duty/alertPolicies.ts'
export { notificationSettingsEndpoints as notificationSettings } from '../duty/notificationSettings.ts'
export { rosterEndpoints as rosters } from '../duty/rosters.ts'
export { animalEndpoints as animals } from '../herd/animals.ts'
export { animalGroupEndpoints as animalGroups } from '../herd/animals/animalGroups.ts'
export { animalPhotoEndpoints as animalPhotos } from '../herd/animals/animalPhotos.ts'
export { animalWeightEndpoints as animalWeights } from '../herd/animals/animalWeights.ts'
export { treatmentEndpoints as treatments } from '../herd/animals/treatments.ts'
export { baseMapEndpoints as baseMap } from '../herd/baseMap.ts'
export { borrowerEndpoints as borrowers } from '../herd/borrowers.ts'
export { countyEndpoints as counties } from '../herd/counties.ts'
export { claimEndpoints as claims } from '../herd/coverage/claims.ts'
export { insuredAnimalEndpoints as insuredAnimals } from '../herd/coverage/insuredAnimals.ts'
export { farmEndpoints as farms } from '../herd/farms.ts'
export { gatewayEndpoints as gateways } from '../herd/gateways.ts'
export { headcountEndpoints as headcounts } from '../herd/headcounts.ts'
export { ingestEndpoints as ingest } from '../herd/ingest.ts'
export { insurancePolicyEndpoints as insurancePolicies } from '../herd/insurancePolicies.ts'
export { lookupEndpoints as lookups } from '../herd/lookups.ts'
export { monitorEndpoints as monitor } from '../herd/monitor.ts'
export { neckbandEndpoints as neckbands } from '../herd/neckbands.ts'
export { penEndpoints as pens } from '../herd/pens.ts'
export { replayEndpoints as replay } from '../herd/replay.ts'
export {
  rejectedReadingEndpoints as rejectedReadings,
  unknownDeviceEndpoints as unknownDevices,
} from '../herd/unknownDevices.ts'
export { finderEndpoints as finder } from '../office/finder.ts'
export { goalEndpoints as goals } from '../office/goals.ts'
export { noticeEndpoints as notices } from '../office/notices.ts'
export { outboxEndpoints as outbox } from '../office/outbox.ts'
export { savedViewEndpoints as savedViews } from '../office/savedViews.ts'
export { standInEndpoints as standIns } from '../office/standIns.ts'
export { ticketEndpoints as tickets } from '../office/tickets.ts'
export { accountEndpoints as account } from '../people/account.ts'
export { apiKeyEndpoints as apiKeys } from '../people/apiKeys.ts'
export { authEndpoints as auth } from '../people/auth.ts'
export { displayEndpoints as displays } from '../people/displays.ts'
export { identityProviderEndpoints as identityProviders } from '../people/identityProviders.ts'
export { organisationEndpoints as organisations } from '../people/organisations.ts'
export { securityEventEndpoints as securityEvents } from '../people/securityEvents.ts'
export { userEndpoints as users } from '../people/users.ts'
export {
  cameraEndpoints as cameras,
  cameraFarmEndpoints as cameraFarms,
  cameraPenEndpoints as cameraPens,
  projectCameraEndpoints as projectCameras,
} from '../projects/cameras.ts'
export { collateralEndpoints as collateral } from '../projects/collateral.ts'
export { dailyLogEndpoints as dailyLogs } from '../projects/days/dailyLogs.ts'
export { dailyReportEndpoints as dailyReports } from '../projects/days/dailyReports.ts'
export { dayCloseEndpoints as dayCloses } from '../projects/days/dayCloses.ts'
export { feedEndpoints as feeds } from '../projects/feeds.ts'
export { ledgerDraftEndpoints as ledgerDrafts } from '../alerts/ledgerDrafts.ts'
export { ledgerEntryEndpoints as ledgerEntries } from '../projects/ledgerEntries.ts'
export { loanBalanceEndpoints as loanBalances } from '../projects/loanBalances.ts'
export {
  movementPermitEndpoints as movementPermits,
  permitFarmEndpoints as permitFarms,
} from '../projects/movementPermits.ts'
export { pledgeEndpoints as pledges } from '../projects/pledges.ts'
export { projectCoverageEndpoints as projectCoverage } from '../projects/projectCoverage.ts'
export { projectDocumentEndpoints as projectDocuments } from '../projects/projectDocuments.ts'
export { projectHeadcountEndpoints as projectHeadcounts } from '../projects/projectHeadcounts.ts'
export { projectHeadEndpoints as projectHeads } from '../projects/projectHeads.ts'
export { projectMapEndpoints as projectMaps } from '../projects/projectMaps.ts'
export { projectMonitorEndpoints as projectMonitor } from '../projects/monitor/projectMonitor.ts'
export { projectEndpoints as projects } from '../projects/projects.ts'
export { releaseEndpoints as releases } from '../projects/releases.ts'
export { sealEndpoints as seals } from '../projects/seals.ts'
export {
  importEndpoints as imports,
  importChangeEndpoints as importChanges,
  importFaultEndpoints as importFaults,
} from './imports.ts'
