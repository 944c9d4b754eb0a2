import FloorPlanUI
import Foundation

exit(PlanProgram.run(CommandLine.arguments))
